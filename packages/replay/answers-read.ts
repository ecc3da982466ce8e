/**
 * What a visitor had read at a moment of a capture: the newest answer of each resource, and its body where the
 * capture holds it. Takes the lines of a capture in their order.
 *
 * Invariant: only the bodies that are wanted are held, for a long capture has many; of all others only their lengths.
 * A capture of before bodies were stored has its answers as client facts alone, and reads all the same.
 */
import type { ParsedLine } from "./parsed-line.ts"

export type AnswerBody =
  /** `body` is undefined where it is not one of those wanted. */
  | { readonly _tag: "Shown"; readonly body: unknown; readonly bytes: number }
  /** Why, as far as the capture tells. */
  | { readonly _tag: "NotKept"; readonly why: string }

interface Told {
  readonly key: string
  readonly status: number
  /** SHA-256 of the text that was served; empty where it would tell of somebody, or nobody could say. */
  readonly hash: string
  /** When it was applied, milliseconds since the capture's start. */
  readonly t: number
}

export interface AnswerRead extends Told {
  readonly body: AnswerBody
}

const notKeptReason = ({ status, hash }: Pick<Told, "status" | "hash">): string => {
  if (status !== 200) return "nothing was found or it was refused"
  return hash === ""
    ? "it tells of somebody, or its browser could not say which it is"
    : "it is personal, past its term, crowded out or could not be kept"
}

/** As long as it was served. */
const bytesOf = (body: unknown): number => Buffer.byteLength(JSON.stringify(body))

export class AnswersRead {
  readonly #newest = new Map<string, Told>()
  readonly #byHash = new Map<string, Told>()
  readonly #bodies = new Map<string, Extract<AnswerBody, { readonly _tag: "Shown" }>>()
  readonly #isWanted: (hash: string) => boolean

  /** `isWanted` tells by their hashes whose bodies are held. */
  constructor(isWanted: (hash: string) => boolean = () => true) {
    this.#isWanted = isWanted
  }

  take(captured: ParsedLine): void {
    if (captured.kind === "header") {
      this.#newest.clear()
      this.#byHash.clear()
      this.#bodies.clear()
    }
    if (captured.kind === "answer") {
      const { key, status, hash } = captured.answer
      if ("body" in captured.answer) this.#hold(hash, captured.answer.body)
      this.#tell({ key, status, hash, t: captured.t })
    }
    if (captured.kind === "fact" && captured.fact.fact._tag === "AnswerApplied") {
      const { key, status, hash } = captured.fact.fact
      this.#tell({ key, status, hash, t: captured.t })
    }
  }

  /** Of each resource the newest, in the order in which they were applied. */
  newest(): ReadonlyArray<AnswerRead> {
    return [...this.#newest.values()].map((told) => this.#read(told))
  }

  /** All that were applied, newest or not, whose hash begins so. */
  named(prefix: string): ReadonlyArray<AnswerRead> {
    return [...this.#byHash.values()]
      .filter(({ hash }) => hash.startsWith(prefix))
      .map((told) => this.#read(told))
  }

  bodyOf(told: Pick<Told, "status" | "hash">): AnswerBody {
    return this.#bodies.get(told.hash) ?? { _tag: "NotKept", why: notKeptReason(told) }
  }

  #hold(hash: string, body: unknown): void {
    const held = this.#isWanted(hash) ? body : undefined
    this.#bodies.set(hash, { _tag: "Shown", body: held, bytes: bytesOf(body) })
  }

  #read(told: Told): AnswerRead {
    return { ...told, body: this.bodyOf(told) }
  }

  #tell(told: Told): void {
    this.#newest.delete(told.key)
    this.#newest.set(told.key, told)
    if (told.hash !== "") this.#byHash.set(told.hash, told)
  }
}
