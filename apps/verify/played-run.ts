/**
 * A scripted run at a running service: its calls, its connections and its states, and the steps that the service has told
 * so far. It waits for each step with a time-out, and names the missing one.
 */
import type { Socket } from "socket.io-client"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import type { Mismatch } from "./matching.ts"
import type { ProviderValues } from "./provider-values.ts"
import type { Found } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"
import { connected } from "./verify-socket.ts"

const STEP_TIMEOUT_MS = 10_000

/** The run's first mismatch, which stops it. */
class Stopped extends Error {
  readonly mismatch: Mismatch

  constructor(mismatch: Mismatch) {
    super(mismatch.expected)
    this.mismatch = mismatch
  }
}

export type Json = Readonly<Record<string, unknown>>

export const text = (value: unknown): string => (typeof value === "string" ? value : "")

export interface Door {
  readonly namespace: string
  /** The handshake's member that carries `value`. */
  readonly handshake: string
  readonly value: string
}

export class PlayedRun<Step> {
  readonly course: Array<Step> = []
  readonly #provider: ProviderUnderTest
  readonly #sockets: Array<Socket> = []
  readonly #waiting = new Set<() => void>()

  constructor(provider: ProviderUnderTest) {
    this.#provider = provider
  }

  enter(state: string, params: ProviderValues): Promise<ProviderValues> {
    return this.#provider.enterState(state, params)
  }

  tell(step: Step): void {
    this.course.push(step)
    for (const look of this.#waiting) look()
  }

  async call(method: string, path: string, body: Json | null, token?: string): Promise<Json> {
    const response = await fetch(this.#provider.url + path, {
      method,
      headers: {
        "X-Api-Key": this.#provider.key.value,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== null && { "Content-Type": "application/json" }),
      },
      ...(body !== null && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(STEP_TIMEOUT_MS),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const words = new TextDecoder().decode(bytes)
    const what = `${method} ${path}`
    if (response.status !== 200) {
      const actual = `${response.status}: ${words.slice(0, 200)}`
      throw new Stopped({ path: what, expected: "status 200", actual })
    }
    const read = parseJson(words === "" ? "{}" : bytes)
    if (read._tag === "NoJson") {
      throw new Stopped({ path: what, expected: "JSON", actual: words.slice(0, 200) })
    }
    return read.value as Json
  }

  /** `hear` is given every event, from the first on. */
  async connect(
    { namespace, handshake, value }: Door,
    hear: (name: string, payload: Json, from: Socket) => void,
  ): Promise<Socket> {
    const auth = { [handshake]: value, key: this.#provider.key.value }
    const socket = await connected(this.#provider, namespace, auth, (from, name, payload) => {
      hear(name, (payload ?? {}) as Json, from)
    })
    if (typeof socket === "string") {
      const expected = `a connection with ${handshake} and the key ($${this.#provider.key.variable})`
      throw new Stopped({ path: "socket", expected, actual: socket })
    }
    this.#sockets.push(socket)
    return socket
  }

  /** The number of steps so far; a wait from here ignores earlier ones. */
  get place(): number {
    return this.course.length
  }

  /** Waits for such a step, from that place on. */
  untilStep(
    expected: string,
    isIt: (step: Step) => boolean,
    { path, from = 0 }: { readonly path: string; readonly from?: number },
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        reject(new Stopped({ path, expected, actual: `nothing within ${STEP_TIMEOUT_MS} ms` }))
      }, STEP_TIMEOUT_MS)
      const look = () => {
        if (!this.course.some((step, at) => at >= from && isIt(step))) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  close(): void {
    for (const socket of this.#sockets) socket.disconnect()
  }
}

/** The run's faults: the mismatch that stopped it, then the broken rules of its course. */
export const playedBy = async <Step, Run extends PlayedRun<Step>>(
  run: PlayedRun<Step> & Run,
  play: (run: Run) => Promise<void>,
  mismatchesOf: (course: ReadonlyArray<Step>) => ReadonlyArray<Mismatch>,
): Promise<Found> => {
  try {
    await play(run)
    return { mismatches: mismatchesOf(run.course), reproduction: null }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return { mismatches: [error.mismatch, ...mismatchesOf(run.course)], reproduction: null }
  } finally {
    run.close()
  }
}
