/**
 * Packs a program for Node with all it imports into a few files of plain JavaScript. What it never calls is
 * left out, so that it starts sooner and takes less memory (ADR 0034).
 *
 * Threads are entries beside the program: where a source names a thread's script by `new URL("./NAME.ts",
 * import.meta.url)`, the packed one names NAME.js.
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
  /** Emptied before it is written. */
  readonly folder: string
  /** The oldest Node that it runs on; left out, Foldcast's own. */
  readonly target?: string
  readonly plugins?: ReadonlyArray<Plugin>
  /** Left out: a file for each entry, and for what they share. */
  readonly output?: Rolldown.OutputOptions
}

/** Answers the files of all modules that are packed. */
export const packForNode = async ({
  entries,
  folder,
  target = "node24",
  plugins = [],
  output = { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
}: NodeProgram): Promise<ReadonlyArray<string>> => {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [threadScripts, ...plugins],
    ssr: {
      noExternal: true,
      // Development alone loads it.
      external: ["vite"],
    },
    build: {
      ssr: true,
      target,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: { ...entries },
        // ws tries them and does without.
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
