/** An answer's text as it is stored, and what that takes. Pure. Callers: memory.ts, sqlite-store.ts. */
import { hash as digestOf } from "node:crypto"
import { gunzipSync, gzipSync } from "node:zlib"
import { MOST_TEXT_LENGTH } from "./held-texts.ts"

/** What a row takes beside its body: its hash and its time, in the table and in two indexes. */
export const ROW_BYTES = 256

const MOST_BYTES_OF_A_CHARACTER = 3

export const packed = (text: string): Uint8Array => gzipSync(text)

export const bytesStored = (body: Uint8Array): number => body.length + ROW_BYTES

/** Null where it is not the text that has this hash. */
export const unpacked = (bytes: Uint8Array, hash: string): string | null => {
  try {
    const maxOutputLength = MOST_TEXT_LENGTH * MOST_BYTES_OF_A_CHARACTER
    const text = gunzipSync(bytes, { maxOutputLength }).toString()
    return digestOf("sha256", text) === hash ? text : null
  } catch {
    return null
  }
}
