# The build runs in the Node image; the final image takes only its node binary. Any image on Debian 12 or newer
# with Node.js >= 20.19 will do. Pin it by digest: docs/deployment.md#images-by-digest.
ARG BASE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY src ./src
COPY deploy/licenses.mjs deploy/shipped-packages.mjs ./deploy/
# Licences are collected before the prune, which removes the packages that are bundled into the web pages.
RUN npm run build && node deploy/licenses.mjs > licenses.txt \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund
# Removes types, source maps, documentation and tests of packages, Playwright's test runner and its viewers.
RUN rm -rf node_modules/.bin node_modules/.package-lock.json node_modules/@types \
    node_modules/playwright/lib node_modules/playwright-core/lib/vite \
  && for name in test tests docs example examples benchmarks; do rm -rf node_modules/[!@]*/"$name"; done \
  && find node_modules -type f '(' -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' ')' \
    ! -iname 'licen[cs]e*' ! -iname 'notice*' -delete \
  && find node_modules dist -type f -name '*.map' -delete

FROM ${BASE} AS rootfs
RUN apt-get update \
  && apt-get install -y --no-install-recommends binutils busybox chromium-headless-shell \
    fonts-dejavu-core fonts-liberation fonts-noto-color-emoji tini
COPY deploy/rootfs.sh /tmp/
RUN mkdir /rootfs && sh /tmp/rootfs.sh /rootfs

FROM scratch
# The release names them: .github/workflows/release.yml.
ARG VERSION=unknown
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title=place-lookup \
  org.opencontainers.image.description="Finds and converts map place identifiers, reads place details and reviews" \
  org.opencontainers.image.licenses=UNLICENSED \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.source=$SOURCE
COPY --from=rootfs /rootfs /
WORKDIR /app
COPY --from=build /app/package.json /app/licenses.txt ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
ENV PATH=/usr/local/bin:/usr/bin NODE_ENV=production HOME=/tmp HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The folders of data and (deploy/compose.yaml) settings: a new volume takes its owner and its mode from here.
# A trial start: a missing library or package ends the build here.
RUN ["node", "-e", "const fs = require('node:fs'); for (const folder of ['/data', '/settings']) { fs.mkdirSync(folder, { mode: 0o700 }); fs.chownSync(folder, 1000, 1000); } import('/app/dist/app/app.js'); import('/app/dist/kit/store/sqlite-file.js'); import('/app/dist/kit/store/postgres-pool.js'); import('/app/dist/capabilities/jobs/job-service.js'); import('/app/dist/capabilities/watch/watch-service.js'); require('node:child_process').execFileSync('/usr/lib/chromium/chromium-headless-shell', ['--no-sandbox', '--version'], { stdio: 'inherit' })"]
VOLUME /data
# By number, so that Kubernetes sees it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# tini collects the processes Chromium leaves behind.
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "dist/main.js"]
