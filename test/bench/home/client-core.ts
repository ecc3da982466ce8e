/**
 * Size in the browser of connecting and folding, without React: all of packages/client and the site's fold, bundled
 * and minified as the site is, gzipped.
 */
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "vite"

const CLIENT = fileURLToPath(new URL("../../../packages/client", import.meta.url))
const ENTRY = "virtual:client-core"

const modules = readdirSync(CLIENT)
  .filter((file) => /^[a-z-]+\.ts$/u.test(file))
  .map((file) => `@foldcast/client/${file.slice(0, -".ts".length)}`)

const source = [...modules, "@foldcast/folds/site", "@foldcast/folds/initial-state"]
  .map((name, n) => `export * as module${n} from "${name}"`)
  .join("\n")

export const run = async () => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL("../..", import.meta.url)),
    plugins: [
      {
        name: "foldcast:client-core",
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
        load: (id) => (id === `\0${ENTRY}` ? source : undefined),
      },
    ],
    build: {
      write: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: "strict" },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunks = outputs.flatMap((each) => ("output" in each ? each.output : []))
  const code = chunks.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("")
  if (code === "") throw new Error("the bundle is empty")
  return { kilobytes: gzipSync(code).length / 1_000, modules: modules.length }
}
