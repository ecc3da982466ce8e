/**
 * Every dynamic import of the built site (vite.config.ts puts this in the place of Vite's preload). The chunk and the
 * chunks that it imports are fetched as plain files, side by side, and imported from the browser's cache once all
 * have arrived. A browser may answer each later `import()` of an address with its first failure for as long as the
 * document lives; it forgets a failed `fetch` (ADR 0029).
 */

/** The site answered without the chunk: a new build has replaced it. */
export class ChunkGone extends Error {
  override readonly name = "ChunkGone"
}

/** By address; failures are removed. */
const fetched = new Map<string, Promise<void>>()

const fetchChunk = async (address: string): Promise<void> => {
  const response = await fetch(address)
  if (!response.ok) throw new ChunkGone(`${address} was answered with ${String(response.status)}`)
  // Cached only once its body is read.
  await response.arrayBuffer()
}

const fetchOnce = (address: string): Promise<void> => {
  const known = fetched.get(address)
  if (known !== undefined) return known
  const coming = fetchChunk(address).catch((error: unknown) => {
    fetched.delete(address)
    throw error
  })
  fetched.set(address, coming)
  return coming
}

/** `files`: the chunk and all that it imports, relative to the site's root. Rejects with `ChunkGone`, or as `fetch` does. */
export const importFetched = async <Part>(
  load: () => Promise<Part>,
  files: ReadonlyArray<string> = [],
): Promise<Part> => {
  await Promise.all(files.map((file) => fetchOnce(`/${file}`)))
  return load()
}
