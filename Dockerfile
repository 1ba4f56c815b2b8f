# Any Node from 22.14 on, whose SQLite needs no compiler; not the alpine ones, for musl is not supported.
ARG NODE=24.21.0-bookworm-slim

# What builds. Nothing has to be compiled: each package brings its program along.
FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN NODE_ENV=production npm run build && node scripts/image/gather.mjs /image && mkdir /data

# The same with Postgres' programs, for what compose.yaml runs as `tools`: backup and restore. Of its server's version or newer.
FROM postgres:17.6 AS tools
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image ./
COPY --from=build --chown=1000:1000 /data /data
USER 1000:1000
ENTRYPOINT ["node"]

# What runs: a C library, Node, and the files that the server loads. No shell, no package manager, nothing with rights of its own.
FROM gcr.io/distroless/cc-debian12
# Each arena of the allocator keeps memory that is free again: one is enough, and large pieces go back at once.
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# What `npm run operator`, `lift-factor`, `demo:remove`, `backup`, `restore`, `doctor`, `files:move`, `move` and `days:book` run is among it.
COPY --from=build /image ./
COPY --from=build --chown=1000:1000 /data /data
USER 1000:1000
# Files on their way lie in /tmp: a volume, so that they are on a disk also where the root is read-only.
VOLUME ["/data", "/tmp"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# What is new is kept in 2 × 4 MB before it is looked through, what is old may take 38 % of the container (half of that is
# for the program and for pages): the rest is for caches, which are as large as the container allows, and pictures.
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size-percentage=38", "build/server.js"]
