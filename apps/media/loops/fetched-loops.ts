/**
 * The drawn loops of the chat service, at `MEDIA_LOOPS_URL` and the loop's name, fetched when a viewer is first sent
 * one and kept while there is room. A player shows what has arrived; what breaks off is fetched anew.
 */
import { Redacted } from "effect"
import { LoopFile } from "./loop-file.ts"
import type { Loop, LoopLibrary, LoopStep } from "./loop.ts"

/** Of 400,000 bytes each at most: those that were asked for last. */
const MAX_KEPT = 60
const RETRY_MS = 2_000
const TIMEOUT_MS = 30_000

export interface FetchedLoopsOptions {
  readonly url: string
  readonly key: Redacted.Redacted
  /** Milliseconds that never go back. */
  readonly now: () => number
  readonly onFailure: (name: string, reason: string) => void
}

/** What arrives of it now, or the last that arrived. */
class FetchedLoop implements Loop {
  readonly #name: string
  readonly #options: FetchedLoopsOptions
  #file = new LoopFile()
  #isUnderWay = false
  #retryAtMs = Number.NEGATIVE_INFINITY

  constructor(name: string, options: FetchedLoopsOptions) {
    this.#name = name
    this.#options = options
    this.#begin()
  }

  get idle(): ReadonlyArray<LoopStep> {
    this.#begin()
    return this.#file.idle
  }

  get reactions(): Loop["reactions"] {
    return this.#file.reactions
  }

  get rest(): ReadonlySet<number> {
    return this.#file.rest
  }

  get typing(): ReadonlySet<number> {
    return this.#file.typing
  }

  frame(index: number): Uint8Array | undefined {
    return this.#file.frame(index)
  }

  #begin(): void {
    const { now, onFailure } = this.#options
    if (this.#isUnderWay || this.#file.isWhole || now() < this.#retryAtMs) return
    this.#isUnderWay = true
    this.#retryAtMs = now() + RETRY_MS
    void this.#fetch()
      .catch((error: unknown) =>
        onFailure(this.#name, error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        this.#isUnderWay = false
      })
  }

  async #fetch(): Promise<void> {
    const { url, key } = this.#options
    const response = await fetch(`${url}/${encodeURIComponent(this.#name)}`, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { Authorization: `Bearer ${Redacted.value(key)}` },
    })
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel()
      throw new Error(`answered ${response.status}`)
    }
    const file = new LoopFile()
    this.#file = file
    for await (const bytes of response.body) {
      if (!file.take(bytes)) throw new Error("what was answered is no loop")
    }
    if (!file.isWhole) throw new Error("it broke off")
  }
}

export class FetchedLoops implements LoopLibrary {
  readonly #options: FetchedLoopsOptions
  readonly #loops = new Map<string, Loop>()

  constructor(options: FetchedLoopsOptions) {
    this.#options = options
  }

  get(name: string): Loop {
    const loop = this.#loops.get(name) ?? new FetchedLoop(name, this.#options)
    this.#loops.delete(name)
    this.#loops.set(name, loop)
    for (const oldest of this.#loops.keys()) {
      if (this.#loops.size <= MAX_KEPT) break
      this.#loops.delete(oldest)
    }
    return loop
  }
}

export const NO_LOOPS: LoopLibrary = { get: () => undefined }
