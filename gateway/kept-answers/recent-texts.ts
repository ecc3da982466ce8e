/**
 * A cache of the texts of recent answers, by their SHA-256. The time is an argument.
 *
 * Invariants: bounded in bytes and in age, the one served longest ago goes first; a text that is served again under
 * the same path is not hashed again.
 */
import { hash } from "node:crypto"
import { MAX_TEXT_LENGTH } from "../store/answers-table.ts"

/** What an entry costs beside its text: its objects, its places in two maps, its hash. */
const ENTRY_BYTES = 512

export interface TextBounds {
  readonly bytes: number
  readonly ms: number
}

interface Held {
  readonly hash: string
  readonly text: string
  /** Where it was served last. */
  path: string
  servedAt: number
}

/** At most: a text with one character beyond Latin-1 takes two bytes for each. */
const bytesOf = ({ path, text }: Held) => 2 * (text.length + path.length) + ENTRY_BYTES

export class RecentTexts {
  readonly #bounds: TextBounds
  /** The one served last stands last. */
  readonly #byHash = new Map<string, Held>()
  /** Of each text the last path only, so that there are never more of these. */
  readonly #byPath = new Map<string, Held>()
  #bytes = 0

  constructor(bounds: TextBounds) {
    this.#bounds = bounds
  }

  get bytes(): number {
    return this.#bytes
  }

  add(path: string, text: string, now: number): void {
    this.#dropExpired(now)
    if (text.length > MAX_TEXT_LENGTH) return
    const held = this.#lastUnder(path, text) ?? this.#entryOf(path, text)
    this.#drop(held)
    held.path = path
    held.servedAt = now
    this.#byPath.set(path, held)
    this.#byHash.set(held.hash, held)
    this.#bytes += bytesOf(held)
    for (const oldest of this.#byHash.values()) {
      if (this.#bytes <= this.#bounds.bytes) return
      this.#drop(oldest)
    }
  }

  /** Null where no such text was served recently. */
  textOf(digest: string, now: number): string | null {
    this.#dropExpired(now)
    return this.#byHash.get(digest)?.text ?? null
  }

  #lastUnder(path: string, text: string): Held | undefined {
    const last = this.#byPath.get(path)
    return last?.text === text ? last : undefined
  }

  /** The entry of this text under another path, or a new one. */
  #entryOf(path: string, text: string): Held {
    const digest = hash("sha256", text)
    return this.#byHash.get(digest) ?? { hash: digest, text, path, servedAt: 0 }
  }

  #dropExpired(now: number): void {
    for (const held of this.#byHash.values()) {
      if (held.servedAt + this.#bounds.ms > now) return
      this.#drop(held)
    }
  }

  #drop(held: Held): void {
    if (!this.#byHash.delete(held.hash)) return
    if (this.#byPath.get(held.path) === held) this.#byPath.delete(held.path)
    this.#bytes -= bytesOf(held)
  }
}
