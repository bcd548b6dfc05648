import react from "@vitejs/plugin-react";
import { viteSingleFile } from "vite-plugin-singlefile";
import { defineConfig } from "vitest/config";

// One file, with styles and fonts inlined, so that it opens from a disk.
export default defineConfig({
  plugins: [react(), viteSingleFile()],
  // Each word once, not also as an export of its own.
  json: { namedExports: false, stringify: false },
  build: {
    outDir: process.env["COUILLON_PAGE_OUT"] ?? "../../build/page",
    emptyOutDir: false,
    target: "es2022",
    reportCompressedSize: false,
  },
  test: {
    include: ["tests/**/*.test.ts"],
    maxWorkers: 2,
    // Starting a browser on a loaded machine takes its time; this is about
    // hanging only.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
