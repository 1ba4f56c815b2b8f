# Any Node from 22.14 on, whose SQLite needs no compiler; not the alpine ones, for musl is not supported.
ARG NODE=24-bookworm-slim

# What runs: production packages alone. The SQLite of older Nodes is optional, and left out where it cannot be compiled.
FROM node:${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

# What builds: no package has to be compiled for it.
FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN NODE_ENV=production npm run build

FROM node:${NODE}
# Each arena of the allocator keeps memory that is free again: one is enough, and large pieces go back at once.
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json ./
# What `npm run operator`, `lift-factor`, `demo:remove`, `backup`, `restore`, `doctor` and `files:move` run.
COPY --from=build /app/scripts/operator.mjs /app/scripts/lift-factor.mjs /app/scripts/demo-remove.mjs /app/scripts/backup.mjs /app/scripts/restore.mjs /app/scripts/doctor.mjs /app/scripts/files-move.mjs /app/scripts/built-entry.mjs /app/scripts/prepare.mjs ./scripts/
# Nothing here needs another package manager, or a program that runs with the rights of its owner.
RUN rm -rf /opt/yarn* /usr/local/bin/yarn* /usr/local/bin/corepack /usr/local/lib/node_modules/corepack \
  && find / -xdev -type f -perm /6000 -exec chmod a-s {} + \
  && mkdir /data && chown node:node /data
USER node
# Files on their way lie in /tmp: a volume, so that they are on a disk also where the root is read-only.
VOLUME ["/data", "/tmp"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# What is new is kept in 2 × 4 MB before it is looked through, what is old may take half of the container: the rest is for
# caches, which are as large as the container allows, and pictures.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "--max-old-space-size-percentage=50", "build/server.js"]
