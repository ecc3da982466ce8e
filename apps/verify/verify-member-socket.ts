/**
 * Verifies a running member socket: connects as the member that the state names, brings about each event
 * by a further state, and compares what arrives under the event's name. Callers: as verify-http.ts.
 *
 * The first state of each message makes the member and answers a `token`; the last brings the event
 * about while the socket is connected.
 */
import { io, type Socket } from "socket.io-client"
import { SOCKET_CONNECT_TIMEOUT_MS } from "@foldcast/contracts/upstream/limits"
import { memberSocketAddress } from "@foldcast/contracts/upstream/member-socket-address"
import { compareBody } from "./matching.ts"
import type { MessageInteraction, PactFile } from "./pact-file.ts"
import { enterStates, SetUpFailed, StateNotEntered } from "./provider-states.ts"
import { type Found, type InteractionVerdict, timedVerdict, type Verdict } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-http.ts"

const EVENT_TIMEOUT_MS = 10_000

/** What the client library says where no socket.io server answered; anything else the server said. */
const NOBODY_THERE: ReadonlySet<string> = new Set(["websocket error", "timeout"])

/** The server's reason where it does not accept the member. */
const connected = (provider: ProviderUnderTest, token: string): Promise<Socket | string> => {
  const { origin, path } = memberSocketAddress(provider.url)
  const socket = io(origin, {
    path,
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    timeout: SOCKET_CONNECT_TIMEOUT_MS,
    auth: { token, key: provider.key.value },
  })
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket))
    socket.once("connect_error", ({ message }) => {
      socket.disconnect()
      if (!NOBODY_THERE.has(message)) resolve(message)
      else {
        const detail = `${provider.url} answers no socket.io connection: ${message}`
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

/** The event's name on the socket, which the contract keeps in the message's metadata. */
const eventOf = ({ metadata, description }: MessageInteraction): string => {
  const name = metadata?.["event"]
  return typeof name === "string" ? name : description
}

const verifyMessage = async (
  provider: ProviderUnderTest,
  message: MessageInteraction,
): Promise<Found> => {
  const event = eventOf(message)
  const [member, ...rest] = message.providerStates ?? []
  if (member === undefined) throw new Error(`the event "${event}" names no state`)
  const values = await enterStates(provider.enterState, [member], {})
  const { token } = values
  if (typeof token !== "string") {
    const [expected, actual] = ["the value token, a text", "an answer without it"]
    throw new StateNotEntered({ state: member.name, expected, actual, reproduction: null })
  }
  const socket = await connected(provider, token)
  if (typeof socket === "string") {
    const expected = `a connection with the member's token and the key ($${provider.key.variable})`
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

export const verifyMemberSocket = async (
  provider: ProviderUnderTest,
  pact: PactFile,
): Promise<Verdict> => {
  const interactions: Array<InteractionVerdict> = []
  for (const message of pact.interactions) {
    if (message.type !== "Asynchronous/Messages") continue
    interactions.push(await timedVerdict(pact, message, () => verifyMessage(provider, message)))
  }
  return { provider: pact.provider.name, interactions }
}
