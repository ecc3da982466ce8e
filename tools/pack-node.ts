/**
 * Packs a program for Node with all it imports into a few files of plain JavaScript. What it never calls is
 * left out, so that it starts sooner and takes less memory (ADR 0034).
 *
 * Callers: pack-gateway.ts, the bench of the gateway's path. Threads are entries beside the program: where a
 * source names a thread's script by `new URL("./NAME.ts", import.meta.url)`, the packed one names NAME.js.
 */
import { build, type Plugin } from "vite"

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
}

export const packForNode = async ({ entries, folder }: NodeProgram): Promise<void> => {
  await build({
    configFile: false,
    logLevel: "warn",
    plugins: [threadScripts],
    ssr: {
      noExternal: true,
      // Development alone loads it.
      external: ["vite"],
    },
    build: {
      ssr: true,
      target: "node24",
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: { ...entries },
        // ws tries them and does without.
        external: ["bufferutil", "utf-8-validate"],
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  })
}
