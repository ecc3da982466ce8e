/** Reads an answer with a size limit. */

/** The bytes of an answer; null as soon as there are more than `max`. */
export const boundedBytes = async (response: Response, max: number): Promise<Buffer | null> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > max) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
