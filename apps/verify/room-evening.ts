/**
 * Plays a short evening in one room of a running chat service, and reads its course: somebody watches, writes,
 * gives a tip, asks for VIP, is accepted, pays by the second, ends it; then she leaves. The performer's side is
 * played by the state hook. Caller: apps/foldcast/verify.
 *
 * It waits for each event before it goes on, at most so long, and says which one did not come.
 */
import type { Socket } from "socket.io-client"
import { CHAT_NAMESPACE } from "@foldcast/contracts/upstream/chat-socket"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import type { Mismatch } from "./matching.ts"
import type { ProviderValues } from "./provider-values.ts"
import { type RoomStep, sequenceMismatches } from "./room-sequence.ts"
import type { Found } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"
import { connected, LOBBY } from "./verify-socket.ts"

const EVENT_TIMEOUT_MS = 10_000
const TIP = { amount: 150, tipType: "kiss", message: "", isPublic: true }
const CREDITS = 2_000

/** What stopped the evening. */
class Stopped extends Error {
  readonly mismatch: Mismatch

  constructor(mismatch: Mismatch) {
    super(mismatch.expected)
    this.mismatch = mismatch
  }
}

type Json = Readonly<Record<string, unknown>>

class Evening {
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
    const text = new TextDecoder().decode(bytes)
    if (response.status !== 200) {
      throw new Stopped({
        path: `${method} ${path}`,
        expected: "status 200",
        actual: `${response.status}: ${text.slice(0, 200)}`,
      })
    }
    const read = parseJson(text === "" ? "{}" : bytes)
    if (read._tag === "NoJson") {
      throw new Stopped({
        path: `${method} ${path}`,
        expected: "JSON",
        actual: text.slice(0, 200),
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
    const door = { namespace: CHAT_NAMESPACE, handshake }
    const socket = await connected(this.#provider, door, value, (from, name, payload) => {
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

  /** Until such an event has been heard, since `from`; the place behind it. */
  until(name: string, fits: (payload: Json) => boolean = () => true): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        const actual = `nothing within ${EVENT_TIMEOUT_MS} ms`
        reject(new Stopped({ path: "event", expected: name, actual }))
      }, EVENT_TIMEOUT_MS)
      const look = () => {
        const heard = this.course.some(
          (step) => step._tag === "Told" && step.name === name && fits(step.payload),
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

  close(): void {
    for (const socket of this.#sockets) socket.disconnect()
  }
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const play = async (evening: Evening): Promise<void> => {
  const { performerId } = await evening.enter("a performer", { onlineStatus: 3 })
  const { token } = await evening.enter("a logged-in member", { credits: CREDITS })
  const [who, member] = [text(performerId), text(token)]
  const lobby = await evening.listen("lobby", LOBBY.handshake, who)
  const entered = await evening.call(
    "PUT",
    "/chat/set-lobby",
    { lobby: who, connection: lobby.id ?? "", viewer: "the-browser-of-the-verifier" },
    member,
  )
  const auth = text(entered["auth"])
  const act = (action: string, data: Json, by = auth) =>
    evening.call("POST", "/chat/action", { auth: by, action, data })

  const line = { id: "verify-line-1", message: "hello", messageType: "room" }
  await act("message", line)
  await evening.until("message", ({ id }) => id === line.id)

  const before = await evening.credits(member)
  const tip = { id: "verify-tip-1", ...TIP }
  await act("tip", tip)
  await evening.until("tip", ({ id }) => id === tip.id)
  const after = await evening.credits(member)
  evening.course.push({ _tag: "Tipped", id: tip.id, amount: TIP.amount, before, after })

  await act("requestVip", {})
  await evening.until("request-vip")
  await evening.enter("a performer's act", { performerId: who, act: "accept" })
  await evening.until("accept-vip")
  const joined = await evening.call("POST", "/chat/join", { performerId: who, mode: "vip" }, member)
  await evening.call("PUT", "/chat/leave", { auth })
  const session = text(joined["token"])
  await evening.listen("session", "token", session)
  await evening.until("custom", ({ name }) => name === "paid-time-charged")
  await act("stopVip", {}, session)
  await evening.until("custom", ({ name }) => name === "paid-time-ended")
  await evening.until("stop-vip")

  await evening.enter("a performer's status", { performerId: who, onlineStatus: 0 })
  await evening.until("room-closed")
}

/** What the evening showed. */
export const verifyEvening = async (provider: ProviderUnderTest): Promise<Found> => {
  const evening = new Evening(provider)
  try {
    await play(evening)
    return { mismatches: sequenceMismatches(evening.course), reproduction: null }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return {
      mismatches: [error.mismatch, ...sequenceMismatches(evening.course)],
      reproduction: null,
    }
  } finally {
    evening.close()
  }
}
