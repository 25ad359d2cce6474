#!/bin/sh
# podman.sh: builds and runs deploy/compose.yaml by podman-compose, asks the service, and takes it down.
# Needs podman, podman-compose, curl, a registry with the base image (or the image in the store of podman), and a free
# port 3000.
set -eu
cd "$(dirname "$0")/../.."
compose() { podman-compose -p place-lookup-real -f deploy/compose.yaml "$@"; }
failed() { echo "compose failed: $1" >&2; exit 1; }
trap 'compose down --volumes >/dev/null 2>&1' EXIT

podman --version
podman-compose --version 2>/dev/null | tail -1
# podman-compose 1.0.3 of Debian 12 passes ${NAME:-} on as it is, and the service refuses such a setting.
# shellcheck disable=SC2016
! compose config 2>/dev/null | grep -q '${.*:-}' || echo 'this podman-compose does not know ${NAME:-}' >&2
compose build || true
podman image exists place-lookup || failed 'the image was not built'
compose up --detach

end=$(($(date +%s) + 90))
until curl -sf http://127.0.0.1:3000/readyz; do
  [ "$(date +%s)" -lt "$end" ] || { compose logs; failed 'not ready after 90 s'; }
  sleep 1
done
echo
curl -sf -H 'Content-Type: application/json' -d '{"place_id":"ChIJJz6dChxbFkcRFk6Qq9KBXD8"}' http://127.0.0.1:3000/api/convert
echo
# The container is read-only, and Chromium runs in its sandbox.
compose logs 2>&1 | grep -q 'chromium runs in its sandbox'
compose exec -T place-lookup sh -c 'cat /proc/1/comm; id -u; ! echo x > /app/x' 2>&1
echo 'compose: all seen'
