/**
 * A scripted run in a room of a running chat service: its calls, connections and states, and the events
 * received so far. It waits for each event with a time-out, and names the missing one.
 */
import type { Socket } from "socket.io-client"
import { CHAT_NAMESPACE } from "@foldcast/contracts/upstream/chat-socket"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import { type Mismatch, shown } from "./matching.ts"
import type { ProviderValues } from "./provider-values.ts"
import { type RoomStep, sequenceMismatches } from "./room-sequence.ts"
import type { Found } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"
import { connected } from "./verify-socket.ts"

const EVENT_TIMEOUT_MS = 10_000

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

const dataOf = (told: Json): Json => (told["data"] ?? {}) as Json

export class PlayedRoom {
  readonly course: Array<RoomStep> = []
  readonly #provider: ProviderUnderTest
  readonly #sockets: Array<Socket> = []
  readonly #waiting = new Set<() => void>()

  constructor(provider: ProviderUnderTest) {
    this.#provider = provider
  }

  enter(state: string, params: ProviderValues): Promise<ProviderValues> {
    return this.#provider.enterState(state, params)
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
      signal: AbortSignal.timeout(EVENT_TIMEOUT_MS),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const words = new TextDecoder().decode(bytes)
    if (response.status !== 200) {
      throw new Stopped({
        path: `${method} ${path}`,
        expected: "status 200",
        actual: `${response.status}: ${words.slice(0, 200)}`,
      })
    }
    const read = parseJson(words === "" ? "{}" : bytes)
    if (read._tag === "NoJson") {
      throw new Stopped({
        path: `${method} ${path}`,
        expected: "JSON",
        actual: words.slice(0, 200),
      })
    }
    const answer = read.value as Json
    const { session } = answer
    if (typeof session === "string") this.course.push({ _tag: "Entered", session })
    return answer
  }

  async credits(token: string): Promise<number> {
    return Number((await this.call("GET", "/credits", null, token))["credits"])
  }

  async listen(over: "lobby" | "session", handshake: string, value: string): Promise<Socket> {
    const auth = { [handshake]: value, key: this.#provider.key.value }
    const socket = await connected(this.#provider, CHAT_NAMESPACE, auth, (from, name, payload) => {
      this.course.push({ _tag: "Told", over, name, payload: (payload ?? {}) as Json })
      if (over === "session" && name === "keep-alive") from.emit("keep-alive", {})
      for (const look of this.#waiting) look()
    })
    if (typeof socket === "string") {
      const expected = `a connection with ${handshake} and the key ($${this.#provider.key.variable})`
      throw new Stopped({ path: "socket", expected, actual: socket })
    }
    this.#sockets.push(socket)
    return socket
  }

  /** The number of steps so far; a wait from here ignores earlier events. */
  get place(): number {
    return this.course.length
  }

  /** Waits for such an event, from that step on. */
  until(
    name: string,
    fits: (payload: Json) => boolean = () => true,
    { from = 0, expected = name }: { readonly from?: number; readonly expected?: string } = {},
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        const actual = `nothing within ${EVENT_TIMEOUT_MS} ms`
        reject(new Stopped({ path: "event", expected, actual }))
      }, EVENT_TIMEOUT_MS)
      const look = () => {
        const heard = this.course.some(
          (step, at) =>
            at >= from && step._tag === "Told" && step.name === name && fits(step.payload),
        )
        if (!heard) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
      look()
    })
  }

  /** Waits for a paid-time event of that name with these data. */
  untilPaidTime(name: string, data: Json = {}, from = 0): Promise<void> {
    const isTold = (told: Json) =>
      told["name"] === name &&
      Object.entries(data).every(([key, value]) => dataOf(told)[key] === value)
    return this.until("custom", isTold, { from, expected: `${name} ${shown(data)}` })
  }

  close(): void {
    for (const socket of this.#sockets) socket.disconnect()
  }
}

/** The run's faults: the mismatch that stopped it, then the broken rules of the course. */
export const playedIn = async (
  provider: ProviderUnderTest,
  play: (room: PlayedRoom) => Promise<void>,
): Promise<Found> => {
  const room = new PlayedRoom(provider)
  try {
    await play(room)
    return { mismatches: sequenceMismatches(room.course), reproduction: null }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return { mismatches: [error.mismatch, ...sequenceMismatches(room.course)], reproduction: null }
  } finally {
    room.close()
  }
}
