import { defineConfig } from "vitest/config";

// The page is built into the Python package, which serves it. While developing, calls go to a running server.
const server = "http://127.0.0.1:8642";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/tilora/web",
    emptyOutDir: true,
    target: "es2022",
    // Content-Security-Policy allows no data: scripts and no inline ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
