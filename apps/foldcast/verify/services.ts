/** The verifiable services: each with its contract, the key of its calls and its further checks. */
import { MEMBER_API_ANSWERS } from "@foldcast/contracts/upstream/member-api-calls"
import { MESSENGER_API_ANSWERS } from "@foldcast/contracts/upstream/messenger-api"
import { PERFORMER_ANSWERS } from "@foldcast/gateway/upstream/performer-service"
import { verifyCallStory } from "@foldcast/verify/call-story"
import { type PactFile, parsePact } from "@foldcast/verify/pact-file"
import { verifyPurchaseStory } from "@foldcast/verify/purchase-story"
import type { Verdict } from "@foldcast/verify/verdict"
import { verifyCallsBySocket } from "@foldcast/verify/verify-calls-by-socket"
import type { FurtherReading } from "@foldcast/verify/exchange"
import { type ProviderUnderTest, verifyHttp } from "@foldcast/verify/verify-http"
import { MEMBER_SOCKET, verifySocket } from "@foldcast/verify/verify-socket"
import { readBy } from "./answers.ts"
import { verifyChatService } from "./chat-service.ts"
import { inboxAddressMismatches } from "./inbox-addresses.ts"
import { listMismatches } from "./lists.ts"
import { pactText } from "./pacts.ts"
import { verifyPartner } from "./partner.ts"
import { pictureMismatches } from "./pictures.ts"
import { tokenMismatches } from "./tokens.ts"
import { type Play, withPlays } from "./with-plays.ts"

/** Told over the member socket, in the order that the gateway relies on. */
const STORIES: ReadonlyArray<Play> = [
  ["the course of a phone call that pays", verifyCallStory],
  ["the course of a purchase", verifyPurchaseStory],
]

export interface Service {
  readonly name: string
  readonly description: string
  readonly pact: string
  /** The variables that may hold the key of the calls, first match wins; empty when no call needs one. */
  readonly keys: ReadonlyArray<string>
  /** Whether its contract starts from states. */
  readonly hasStates: boolean
  readonly verify: (provider: ProviderUnderTest, pact: PactFile) => Promise<Verdict>
  /** The same contract of a service whose calls can come over a socket too. */
  readonly verifyBySocket?: Service["verify"]
}

const readMemberAnswer = readBy(MEMBER_API_ANSWERS)
const readMessengerAnswer = readBy(MESSENGER_API_ANSWERS)
const readPerformerAnswer = readBy(PERFORMER_ANSWERS)

/** Opaque tokens, of a room and of a call: only the service that made them reads them. */
const OTHER_TOKENS: ReadonlySet<string> = new Set(["/chat/join", "/payment/dial-in"])

const readFurther: FurtherReading = (interaction, body, { values }) => [
  ...readMemberAnswer(interaction, body),
  ...(OTHER_TOKENS.has(interaction.request.path) ? [] : tokenMismatches(body, values, Date.now())),
]

export const SERVICES: ReadonlyArray<Service> = [
  {
    name: "member-api",
    description: "a running member API (HTTP, or a socket by --transport)",
    pact: "gateway-member-api.json",
    keys: ["MEMBER_API_KEY"],
    hasStates: true,
    verify: (provider, pact) => verifyHttp(provider, pact, readFurther),
    verifyBySocket: (provider, pact) => verifyCallsBySocket(provider, pact, readFurther),
  },
  {
    name: "member-socket",
    description:
      "a running member socket (socket.io events, and what is told of a call and a purchase)",
    pact: "gateway-member-socket.json",
    keys: ["MEMBER_API_KEY"],
    hasStates: true,
    verify: async (provider, pact) =>
      withPlays(await verifySocket(provider, pact, MEMBER_SOCKET), { provider, pact }, STORIES),
  },
  {
    name: "messenger-api",
    description: "a running messenger's service (HTTP)",
    pact: "gateway-messenger-api.json",
    keys: ["MEMBER_API_KEY"],
    hasStates: true,
    verify: (provider, pact) =>
      verifyHttp(provider, pact, (interaction, body) => [
        ...readMessengerAnswer(interaction, body),
        ...inboxAddressMismatches(body),
      ]),
  },
  {
    name: "performer-service",
    description: "a running performer service (HTTP)",
    pact: "gateway-performer-service.json",
    keys: ["PERFORMER_SERVICE_KEY", "MEMBER_API_KEY"],
    hasStates: true,
    verify: (provider, pact) =>
      verifyHttp(provider, pact, (interaction, body, { request }) => [
        ...readPerformerAnswer(interaction, body),
        ...pictureMismatches(body),
        ...listMismatches(request.target, body),
      ]),
  },
  {
    name: "chat-service",
    description: "a running chat service (socket.io events, and what is played in a room)",
    pact: "gateway-chat-service.json",
    keys: ["PERFORMER_SERVICE_KEY", "MEMBER_API_KEY"],
    hasStates: true,
    verify: verifyChatService,
  },
  {
    name: "partner",
    description: "a running partner host (a brand's configuration)",
    pact: "gateway-partner.json",
    keys: [],
    hasStates: false,
    verify: verifyPartner,
  },
]

/** Throws `PactUnreadable`. */
export const pactOf = ({ pact }: Service): PactFile => parsePact(pact, pactText(pact))
