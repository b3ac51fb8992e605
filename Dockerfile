# The same Node builds and runs, so that it starts from the code that it compiled here.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY .ci .ci
COPY src src
RUN node .ci/build.mjs

# Runs as any user (`--user 1234:1234`), with a read-only root and without a network.
FROM node:24-slim
LABEL io.modelcontextprotocol.server.name="io.github.lockline/lockline"
ENV NODE_ENV=production
COPY package.json LICENSE /app/
COPY --from=build /build/dist/ /app/
WORKDIR /workspace
USER node
ENTRYPOINT ["node", "/app/lockline.js"]
CMD ["/workspace"]
