/**
 * Verifies a running member socket: connects as the member that the state names, brings about each event
 * by a further state, and compares what arrives under the event's name. Callers: as
 * verify-member-api.ts.
 *
 * The first state of each message makes the member and answers a `token`; the last brings the event
 * about while the socket is connected.
 */
import { io, type Socket } from "socket.io-client"
import { compareBody, type Mismatch } from "./matching.ts"
import type { MessageInteraction, PactFile } from "./pact-file.ts"
import { enterStates, SetUpFailed } from "./provider-states.ts"
import type { InteractionVerdict, Verdict } from "./verdict.ts"
import type { ProviderUnderTest } from "./verify-member-api.ts"

const CONNECT_TIMEOUT_MS = 10_000
const EVENT_TIMEOUT_MS = 10_000

const connected = (provider: ProviderUnderTest, token: string): Promise<Socket> => {
  const socket = io(provider.url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    timeout: CONNECT_TIMEOUT_MS,
    auth: { token, key: provider.key },
  })
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket))
    socket.once("connect_error", (error) => {
      socket.disconnect()
      reject(
        new SetUpFailed({ detail: `${provider.url} does not accept the socket: ${error.message}` }),
      )
    })
  })
}

interface Arrival {
  readonly payload: unknown
}

const arrival = (socket: Socket, name: string): Promise<Arrival | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), EVENT_TIMEOUT_MS)
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
  consumer: string,
  message: MessageInteraction,
): Promise<InteractionVerdict> => {
  const started = performance.now()
  const event = eventOf(message)
  const [member, ...rest] = message.providerStates ?? []
  if (member === undefined) throw new SetUpFailed({ detail: `"${event}" names no state` })
  const values = await enterStates(provider.enterState, [member], {})
  const { token } = values
  if (typeof token !== "string") {
    throw new SetUpFailed({ detail: `the state "${member.name}" must answer a token` })
  }
  const socket = await connected(provider, token)
  try {
    const awaited = arrival(socket, event)
    await enterStates(provider.enterState, rest, values)
    const arrived = await awaited
    const missing: ReadonlyArray<Mismatch> = [
      { path: "event", expected: event, actual: `nothing within ${EVENT_TIMEOUT_MS} ms` },
    ]
    return {
      consumer,
      description: message.description,
      states: [member, ...rest].map(({ name }) => name),
      mismatches:
        arrived === undefined
          ? missing
          : compareBody(message.contents.content, arrived.payload, message.matchingRules?.body),
      reproduction: null,
      milliseconds: performance.now() - started,
    }
  } finally {
    socket.disconnect()
  }
}

export const verifyMemberSocket = async (
  provider: ProviderUnderTest,
  pact: PactFile,
): Promise<Verdict> => {
  const interactions: Array<InteractionVerdict> = []
  for (const interaction of pact.interactions) {
    if (interaction.type !== "Asynchronous/Messages") continue
    interactions.push(await verifyMessage(provider, pact.consumer.name, interaction))
  }
  return { provider: pact.provider.name, interactions }
}
