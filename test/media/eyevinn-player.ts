/** @eyevinn/webrtc-player as one script that a page can import: the package is CommonJS with dependencies. */
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { build } from "vite"

const require = createRequire(import.meta.url)

export const eyevinnPlayer = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL(".", import.meta.url)),
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: require.resolve("@eyevinn/webrtc-player"),
        preserveEntrySignatures: "strict",
      },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const parts = outputs.flatMap((each) => ("output" in each ? each.output : []))
  return parts.map((part) => (part.type === "chunk" ? part.code : "")).join("")
}
