/**
 * Verifies the events of a running socket: connects with the first state's value, causes each event by a
 * further state, and compares the received event.
 *
 * The first state of each message creates the connection's owner and returns the value that opens it; the last
 * state causes the event while the socket is connected.
 */
// Default imports: namespace imports would keep the agents from before a proxy was set.
import http from "node:http"
import https from "node:https"
import { io, type Socket } from "socket.io-client"
import { SOCKET_CONNECT_TIMEOUT_MS } from "@foldcast/contracts/upstream/limits"
import { CHAT_NAMESPACE } from "@foldcast/contracts/upstream/chat-socket"
import { socketAddress } from "@foldcast/contracts/upstream/socket-address"
import { compareBody } from "./matching.ts"
import type { MessageInteraction, PactFile } from "./pact-file.ts"
import { wayOut } from "./proxy.ts"
import { enterStates, SetUpFailed, StateNotEntered } from "./provider-states.ts"
import { type Found, type InteractionVerdict, timedVerdict, type Verdict } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"

const EVENT_TIMEOUT_MS = 10_000

/** The client library's errors when no socket.io server answered; any other error is the server's own. */
const NOBODY_THERE: ReadonlySet<string> = new Set(["websocket error", "timeout"])

/** How to open a socket. */
export interface SocketDoor {
  /** socket.io's namespace; `/` is the default one. */
  readonly namespace: string
  /** The first state's value that opens it, and the handshake member that carries it. */
  readonly value: string
  readonly handshake: string
  /** The connection's owner, in a sentence. */
  readonly whose: string
}

export const MEMBER_SOCKET: SocketDoor = {
  namespace: "/",
  value: "token",
  handshake: "token",
  whose: "the member's token",
}

/** Every event for all free viewers of a room. */
export const LOBBY: SocketDoor = {
  namespace: CHAT_NAMESPACE,
  value: "performerId",
  handshake: "lobby",
  whose: "the performer's id as `lobby`",
}

/** By default a WebSocket bypasses the global agent, which knows the proxies. The library's types have no agent. */
const globalAgentFor = (origin: string): object => ({
  agent: origin.startsWith("https:") ? https.globalAgent : http.globalAgent,
})

/** The transport's error, which the library wraps in its own. */
const beneath = (error: Error): unknown => {
  const { description } = error as { readonly description?: { readonly error?: unknown } }
  return description?.error
}

/**
 * The connected socket, or the server's reason for refusing it. `hear` receives every event from the first on,
 * which may arrive together with the handshake's answer.
 */
export const connected = (
  provider: Pick<ProviderUnderTest, "url">,
  namespace: string,
  auth: Readonly<Record<string, string>>,
  hear: (socket: Socket, name: string, payload: unknown) => void = () => {},
): Promise<Socket | string> => {
  const { origin, path } = socketAddress(provider.url)
  const socket = io(origin + (namespace === "/" ? "" : namespace), {
    path,
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    timeout: SOCKET_CONNECT_TIMEOUT_MS,
    auth,
    ...globalAgentFor(origin),
  })
  socket.onAny((name: string, payload: unknown) => hear(socket, name, payload))
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket))
    socket.once("connect_error", (error) => {
      const { message } = error
      socket.disconnect()
      if (!NOBODY_THERE.has(message)) resolve(message)
      else {
        const detail = `${provider.url} answers no socket.io connection: ${message}${wayOut(beneath(error))}`
        reject(new SetUpFailed({ detail }))
      }
    })
  })
}

interface Arrival {
  readonly payload: unknown
}

const arrival = (socket: Socket, name: string): Promise<Arrival | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), EVENT_TIMEOUT_MS).unref()
    socket.once(name, (payload: unknown) => {
      clearTimeout(timer)
      resolve({ payload })
    })
  })

/** The event's name on the socket, from the message's metadata. */
const eventOf = ({ metadata, description }: MessageInteraction): string => {
  const name = metadata?.["event"]
  return typeof name === "string" ? name : description
}

const verifyMessage = async (
  provider: ProviderUnderTest,
  door: SocketDoor,
  message: MessageInteraction,
): Promise<Found> => {
  const event = eventOf(message)
  const [first, ...rest] = message.providerStates ?? []
  if (first === undefined) throw new Error(`the event "${event}" names no state`)
  const values = await enterStates(provider.enterState, [first], {})
  const opening = values[door.value]
  if (typeof opening !== "string") {
    const [expected, actual] = [`the value ${door.value}, a text`, "an answer without it"]
    throw new StateNotEntered({ state: first.name, expected, actual, reproduction: null })
  }
  const auth = { [door.handshake]: opening, key: provider.key.value }
  const socket = await connected(provider, door.namespace, auth)
  if (typeof socket === "string") {
    const expected = `a connection with ${door.whose} and the key ($${provider.key.variable})`
    return { mismatches: [{ path: "socket", expected, actual: socket }], reproduction: null }
  }
  try {
    const awaited = arrival(socket, event)
    await enterStates(provider.enterState, rest, values)
    const arrived = await awaited
    const actual = `nothing within ${EVENT_TIMEOUT_MS} ms`
    const mismatches =
      arrived === undefined
        ? [{ path: "event", expected: event, actual }]
        : compareBody(message.contents.content, arrived.payload, message.matchingRules?.body)
    return { mismatches, reproduction: null }
  } finally {
    socket.disconnect()
  }
}

export const verifySocket = async (
  provider: ProviderUnderTest,
  pact: PactFile,
  door: SocketDoor,
): Promise<Verdict> => {
  const interactions: Array<InteractionVerdict> = []
  for (const message of pact.interactions) {
    if (message.type !== "Asynchronous/Messages") continue
    interactions.push(
      await timedVerdict(pact, message, () => verifyMessage(provider, door, message)),
    )
  }
  return { provider: pact.provider.name, interactions }
}
