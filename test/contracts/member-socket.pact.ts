/**
 * What the gateway needs of the member socket: the nine realtime events, each read by the gateway's own decoder.
 * Verified by `npx foldcast verify member-socket`.
 */
import { Pact } from "@pact-foundation/pact"
import { expect, it } from "vitest"
import {
  MEMBER_EVENT_NAMES,
  MEMBER_EVENTS,
  type MemberEventName,
} from "@foldcast/contracts/upstream/member-socket"
import type { ProviderStateName } from "@foldcast/contracts/upstream/provider-states"
import { readMemberFrame } from "@foldcast/gateway/upstream/decode-frame"
import { matcherOf } from "@foldcast/verify/matchers"
import { pactFolder } from "./pact-folder.ts"

const pact = new Pact({
  consumer: "gateway",
  provider: "member-socket",
  dir: pactFolder,
  logLevel: "error",
})

/** One example of each; total, so the compiler requires an example for a new event. */
const EXAMPLES: { readonly [Name in MemberEventName]: (typeof MEMBER_EVENTS)[Name]["Encoded"] } = {
  setCredits: { credits: 500 },
  "updated-credits": { credits: 2_300 },
  "bundle-bought": {
    sessionId: "ps_1",
    bundleId: 4,
    credits: 1_800,
    amount: 2_500,
    transactionId: "tx_1",
  },
  "payment-failed": { reasonCode: 309, sessionId: "ps_1" },
  "favourite-add": { performerId: 7 },
  "favourite-remove": { performerId: 7 },
  "dial-in-status": { session: "ivr_1", state: "in_call", seconds: 90, cents: 120 },
  "private-message": {
    conversationId: 3,
    receiver: 7,
    target: "member",
    message: {
      id: 12,
      attachment: { url: "/inbox/attachment/9", width: 1_200, height: 900 },
      createdAt: "2026-01-31T12:00:00.000Z",
    },
  },
  "message-read": { conversationId: 3, messageId: 12 },
}

type Cause = readonly [state: ProviderStateName, params: Readonly<Record<string, string | boolean>>]
const told = (event: MemberEventName): Cause => ["an event for the member", { event }]

/** The cause of each event: the real one if the contract has one. */
const CAUSES: { readonly [Name in MemberEventName]: Cause } = {
  setCredits: told("setCredits"),
  "updated-credits": ["a paid payment session", {}],
  "bundle-bought": ["a paid payment session", {}],
  "payment-failed": ["a failed payment session", {}],
  "favourite-add": told("favourite-add"),
  "favourite-remove": told("favourite-remove"),
  "dial-in-status": told("dial-in-status"),
  "private-message": ["a performer's private message", { hasPicture: true }],
  "message-read": ["a performer who has read", {}],
}

/** The rows of each event; events of features that are not built yet have none. */
const ROWS: { readonly [Name in MemberEventName]: string } = {
  setCredits: "[API-094]",
  "updated-credits": "[API-094]",
  "bundle-bought": "[API-095]",
  "payment-failed": "[API-096]",
  "favourite-add": "[API-097]",
  "favourite-remove": "[API-097]",
  "dial-in-status": "[API-098]",
  "private-message": "",
  "message-read": "",
}

interface Heard {
  /** Its description in the contract. */
  readonly description: string
  readonly name: MemberEventName
  readonly cause: Cause
  readonly example: object
}

const isRead = async ({ description, name, cause, example }: Heard) => {
  const template = matcherOf(MEMBER_EVENTS[name], example)
  const payload = await pact
    .addAsynchronousInteraction()
    .given("a logged-in member", { credits: 500 })
    .given(...cause)
    .expectsToReceive(description, (builder) => {
      builder.withJSONContent(template).withMetadata({ event: name })
    })
    .executeTest(async (message) => message.contents.content)
  const about = { visit: null, owner: null, member: null }
  const read = readMemberFrame({ source: "member-socket", call: name, payload, about })
  expect(read).toMatchObject({ _tag: "Read", value: { call: name, payload: example } })
}

it.each(MEMBER_EVENT_NAMES.map((name) => [name, ROWS[name]] as const))(
  "the gateway reads the event %s %s",
  (name) => isRead({ description: name, name, cause: CAUSES[name], example: EXAMPLES[name] }),
)

it("the gateway reads the event payment-failed of a charge that found no credits [API-096]", () =>
  isRead({
    description: "payment-failed of a charge",
    name: "payment-failed",
    cause: told("payment-failed"),
    example: { action: "interval" },
  }))

it("the gateway reads the event private-message of a text", () =>
  isRead({
    description: "private-message of a text",
    name: "private-message",
    cause: ["a performer's private message", {}],
    example: {
      ...EXAMPLES["private-message"],
      message: { id: 12, content: "Hello", createdAt: "2026-01-31T12:00:00.000Z" },
    },
  }))
