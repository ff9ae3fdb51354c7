# The product without its tools: pinned Node from node_modules, the web part built. PostgreSQL is another container (compose.yaml).
FROM node:24-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS build
# The pinned Node needs this library, which the slim images lack.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# Then packages and sources that only build and test go.
RUN npm run build && npm prune --omit=dev --ignore-scripts && deploy/production-sources

FROM debian:bookworm-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --create-home --uid 10001 toptrader && install -d -o toptrader -g toptrader /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/public ./public
COPY --from=build /app/db ./db
COPY --from=build /app/src ./src
# npm run backup, restore, rotate-key: docker compose run --rm app-a node scripts/….ts
COPY --from=build /app/scripts ./scripts
# The advisors that the server hands out.
COPY --from=build /app/ea ./ea
ENV APP_ENV=production NODE_ENV=production SUPERVISED=on HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=262144 PATH=/app/node_modules/.bin:$PATH
USER toptrader
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/livez').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "src/main.ts"]
