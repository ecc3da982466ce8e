/**
 * The script that a browser downloads before the home page is interactive: the scripts and preloaded modules that
 * its HTML names, and the modules they import before they can run; each gzipped separately.
 */
import { gzipSync } from "node:zlib"
import { clientFile, homePage, loadServerEntry } from "./page-input.ts"

interface Chunk {
  readonly file: string
  readonly imports?: ReadonlyArray<string>
}
type Manifest = Readonly<Record<string, Chunk>>

const scriptsOf = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/(?:src|href|import\()\s*=?\s*["']\/?([^"']+\.js)["']/gu)].flatMap(
    ([, path]) => path ?? [],
  )

export const run = async () => {
  const { render } = await loadServerEntry()
  const html = await (await render(homePage(0))).text()
  const manifest = JSON.parse(clientFile(".vite/manifest.json").toString("utf8")) as Manifest
  const named = new Set(scriptsOf(html))
  const needed = new Set<string>()
  const need = (chunk: Chunk) => {
    if (needed.has(chunk.file)) return
    needed.add(chunk.file)
    for (const key of chunk.imports ?? []) {
      const imported = manifest[key]
      if (imported !== undefined) need(imported)
    }
  }
  for (const chunk of Object.values(manifest)) if (named.has(chunk.file)) need(chunk)
  if (needed.size === 0) throw new Error("the home page names no script")
  const bytes = [...needed].map((file) => gzipSync(clientFile(file)).length)
  return {
    kilobytes: bytes.reduce((sum, each) => sum + each, 0) / 1_000,
    files: needed.size,
  }
}
