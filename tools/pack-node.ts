/**
 * Bundles a program for Node with all its imports into a few files of plain JavaScript. Unused code is dropped,
 * so the program starts sooner and takes less memory (ADR 0034).
 *
 * Threads are entries beside the program: `new URL("./NAME.ts", import.meta.url)` in a source becomes NAME.js
 * in the bundle.
 */
import { build, type Plugin, type Rolldown } from "vite"

const THREAD = /new URL\("\.\/([\w-]+)\.ts", import\.meta\.url\)/gu

const threadScripts: Plugin = {
  name: "foldcast:thread-scripts",
  transform: (code, id) =>
    id.endsWith(".ts") && code.includes("import.meta.url")
      ? { code: code.replace(THREAD, 'new URL("./$1.js", import.meta.url)'), map: null }
      : undefined,
}

export interface NodeProgram {
  /** The packed file's name, without `.js`, and the source. */
  readonly entries: Readonly<Record<string, string>>
  /** Emptied before the build. */
  readonly folder: string
  /** The oldest supported Node; by default Foldcast's own. */
  readonly target?: string
  readonly plugins?: ReadonlyArray<Plugin>
  /** Packages that stay where they are installed. */
  readonly external?: ReadonlyArray<string>
  /** By default: one file for each entry, and files for shared code. */
  readonly output?: Rolldown.OutputOptions
}

/** Returns the files of all bundled modules. */
export const packForNode = async ({
  entries,
  folder,
  target = "node24",
  plugins = [],
  external = [],
  output = { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
}: NodeProgram): Promise<ReadonlyArray<string>> => {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [threadScripts, ...plugins],
    ssr: {
      noExternal: true,
      // Only development loads it.
      external: ["vite", ...external],
    },
    build: {
      ssr: true,
      target,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: { ...entries },
        // Optional in ws.
        external: ["bufferutil", "utf-8-validate"],
        output,
      },
    },
  })
  return [built].flat().flatMap((result) => {
    if (!("output" in result)) return []
    return result.output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []))
  })
}
