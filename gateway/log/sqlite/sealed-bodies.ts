/**
 * What members wrote is encrypted with a key for each of them (AES-256-GCM, ADR 0040). Deleting an account deletes
 * its key: nobody can read any more what it sealed, in however many logs and rows that stands, and reading gives a
 * marker.
 *
 * Invariants: a key's number is never used again; a key that is not committed seals nothing; the cache of opened
 * bodies is emptied at every erasure.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"
import { changeAuthored, ERASED, withEvent } from "../authored.ts"
import {
  isAttributedBody,
  type AttributedText,
  attributedBody,
  parseAttributedBody,
} from "../attributed-bodies.ts"
import type { SqlRow } from "./log-file.ts"
import { bodyOf } from "../visit-rules.ts"
import type { WriterId } from "../writer.ts"

const CIPHER = "aes-256-gcm"
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** Keys cached in memory, in each of the two caches. */
const MAX_HELD_KEYS = 20_000
/** Characters of opened bodies that are cached: the visits of a room reconnect together and read the same. */
const MAX_OPENED_LENGTH = 4_000_000

interface WriterKey {
  readonly no: number
  readonly key: Uint8Array
}

/** A value as it is stored: the number of its key, then vector, text and tag in base64. */
interface Sealed {
  readonly key: number
  readonly sealed: string
}

const prepare = (db: DatabaseSync) => ({
  ofWriter: db.prepare("SELECT no, key FROM writers WHERE writer = ?"),
  ofNo: db.prepare("SELECT key FROM writers WHERE no = ?"),
  insert: db.prepare("INSERT INTO writers (writer, key) VALUES (?, ?)"),
  delete: db.prepare("DELETE FROM writers WHERE writer = ?"),
})

const sealText = ({ no, key }: WriterKey, text: string): Sealed => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  const bytes = Buffer.concat([
    iv,
    cipher.update(text, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return { key: no, sealed: bytes.toString("base64") }
}

/** Null where it is not what was sealed with this key. */
const unsealText = (key: Uint8Array, { sealed }: Sealed): string | null => {
  const bytes = Buffer.from(sealed, "base64")
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()]).toString("utf8")
  } catch {
    // Its tag is another's: `final` throws nothing else.
    return null
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

export class SealedBodies {
  readonly #statement: ReturnType<typeof prepare>
  readonly #byWriter = new Map<WriterId, WriterKey>()
  /** By the number that stands in sealed values; null where the key was deleted. */
  readonly #byNo = new Map<number, Uint8Array | null>()
  /** Opened bodies by the stored ones. */
  readonly #opened = new Map<string, string>()
  #openedLength = 0

  constructor(db: DatabaseSync) {
    this.#statement = prepare(db)
  }

  /** The body as it is stored. */
  seal(body: string): string {
    if (!isAttributedBody(body)) return body
    const envelope = parseAttributedBody(body)
    const event = changeAuthored(envelope.event, (value) => {
      if (!isObject(value)) return value
      const { writer, text } = value as AttributedText
      return sealText(this.#keyOf(writer), text)
    })
    return attributedBody({ ...envelope, event })
  }

  /** The body as it was told, or its marker once the writer is erased; null where it was changed on disk. */
  open(body: string): string | null {
    if (!isAttributedBody(body)) return body
    const held = this.#opened.get(body)
    if (held !== undefined) return held
    const opened = this.#openMarked(body)
    if (opened !== null) this.#cache(body, opened)
    return opened
  }

  #openMarked(body: string): string | null {
    const envelope = parseAttributedBody(body)
    let isDamaged = false
    const event = changeAuthored(envelope.event, (value) => {
      if (!isObject(value)) return value
      const key = this.#keyNumbered((value as Sealed).key)
      if (key === null) return ERASED
      const text = unsealText(key, value as Sealed)
      isDamaged ||= text === null
      return text
    })
    return isDamaged ? null : bodyOf(withEvent(envelope, event))
  }

  /** Deletes the keys; answers how many of the writers had one. */
  erase(writers: ReadonlyArray<WriterId>): number {
    this.forget()
    return writers.reduce(
      (sum, writer) => sum + Number(this.#statement.delete.run(writer).changes),
      0,
    )
  }

  /** Empties the caches: the transaction was rolled back, or keys were deleted. */
  forget(): void {
    this.#byWriter.clear()
    this.#byNo.clear()
    this.#dropOpened()
  }

  #cache(body: string, opened: string): void {
    if (this.#openedLength > MAX_OPENED_LENGTH) this.#dropOpened()
    this.#opened.set(body, opened)
    this.#openedLength += body.length + opened.length
  }

  #dropOpened(): void {
    this.#opened.clear()
    this.#openedLength = 0
  }

  #keyOf(writer: WriterId): WriterKey {
    const held = this.#byWriter.get(writer)
    if (held !== undefined) return held
    const stored = this.#statement.ofWriter.get(writer)
    const found =
      stored === undefined
        ? this.#newKey(writer)
        : { no: Number(stored["no"]), key: stored["key"] as Uint8Array }
    if (this.#byWriter.size >= MAX_HELD_KEYS) this.#byWriter.clear()
    this.#byWriter.set(writer, found)
    return found
  }

  #newKey(writer: WriterId): WriterKey {
    const key = randomBytes(KEY_BYTES)
    return { no: Number(this.#statement.insert.run(writer, key).lastInsertRowid), key }
  }

  #keyNumbered(no: number): Uint8Array | null {
    const held = this.#byNo.get(no)
    if (held !== undefined) return held
    const stored = this.#statement.ofNo.get(no) as SqlRow | undefined
    const key = stored === undefined ? null : (stored["key"] as unknown as Uint8Array)
    if (this.#byNo.size >= MAX_HELD_KEYS) this.#byNo.clear()
    this.#byNo.set(no, key)
    return key
  }
}
