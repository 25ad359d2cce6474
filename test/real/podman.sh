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
compose build || true
podman image exists place-lookup || failed 'the image was not built'
compose up --detach

end=$(($(date +%s) + 90))
until curl -sf http://127.0.0.1:3000/readyz; do
  [ "$(date +%s)" -lt "$end" ] || { compose logs; failed 'not ready after 90 s'; }
  sleep 1
done
echo
# The first start printed the key of the operator.
key=$(compose logs 2>&1 | sed -n 's/.*admin: \(plk_[^ ]*\).*/\1/p' | head -n 1)
[ -n "$key" ] || failed 'no key in the log'
curl -sf -H "X-API-Key: $key" -H 'Content-Type: application/json' -d '{"place_id":"ChIJJz6dChxbFkcRFk6Qq9KBXD8"}' http://127.0.0.1:3000/api/convert
echo
# The container is read-only, and Chromium runs in its sandbox.
compose logs 2>&1 | grep -q 'chromium runs in its sandbox'
compose exec -T place-lookup sh -c 'cat /proc/1/comm; id -u; ! echo x > /app/x' 2>&1
echo 'compose: all seen'
