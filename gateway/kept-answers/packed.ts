/** An answer's text as it is stored. Pure. Callers: memory.ts, sqlite-store.ts. */
import { hash as digestOf } from "node:crypto"
import { gunzipSync, gzipSync } from "node:zlib"

export const packed = (text: string): Uint8Array => gzipSync(text)

/** Null where it is not the text that has this hash. */
export const unpacked = (bytes: Uint8Array, hash: string): string | null => {
  try {
    const text = gunzipSync(bytes).toString()
    return digestOf("sha256", text) === hash ? text : null
  } catch {
    return null
  }
}
