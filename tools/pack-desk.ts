/** `npm run build:desk`: the script of the performer's desk, packed into a folder of its own. */
import { resolve } from "node:path"
import { build } from "vite"
import { BUILD_TARGET } from "./baseline/baseline.ts"

await build({
  configFile: false,
  logLevel: "warn",
  build: {
    target: [...BUILD_TARGET],
    outDir: resolve("apps/simulators/dist/desk"),
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: { desk: resolve("apps/simulators/desk-client/main.ts") },
      output: { entryFileNames: "[name].js" },
    },
  },
})
