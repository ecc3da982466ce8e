/**
 * What the gateway needs of the chat socket: every event that a service sends, each read by the gateway's own
 * decoder. Verified by `npx foldcast verify chat-service`.
 */
import { Pact } from "@pact-foundation/pact"
import { expect, it } from "vitest"
import {
  CHAT_EVENT_NAMES,
  CHAT_EVENTS,
  type ChatEventName,
} from "@foldcast/contracts/upstream/chat-socket"
import type { ProviderStateName } from "@foldcast/contracts/upstream/provider-states"
import { readChatFrame } from "@foldcast/gateway/upstream/decode-frame"
import { matcherOf } from "@foldcast/verify/matchers"
import { pactFolder } from "./pact-folder.ts"

const pact = new Pact({
  consumer: "gateway",
  provider: "chat-service",
  dir: pactFolder,
  logLevel: "error",
})

const SESSION = { session: "cs_1" }
const ACCOUNTS = { accounts: [{ nickname: "sanne", memberId: "m_1" }] }
const TIP = { id: "tip_1", from: "sanne", amount: 150, message: "", isPublic: true, ...ACCOUNTS }

/** One example of each event, and its row; total, so the compiler requires an example for a new event. */
const EXAMPLES: {
  readonly [Name in ChatEventName]: readonly [
    row: string,
    example: (typeof CHAT_EVENTS)[Name]["Encoded"],
  ]
} = {
  "keep-alive": ["[API-069]", {}],
  "host-disconnected": ["[API-070]", {}],
  "member-connected": ["[API-071]", { member: "sanne", ...ACCOUNTS }],
  "member-disconnected": ["[API-071]", { member: "sanne", ...ACCOUNTS }],
  "updated-members": ["[API-071]", { count: 1, members: ["sanne"], ...ACCOUNTS }],
  "request-vip": ["[API-072]", { ...SESSION, member: "sanne" }],
  "accept-vip": ["[API-073]", SESSION],
  "stop-vip": ["[API-074]", SESSION],
  "decline-vip": ["[API-075]", { ...SESSION, reason: "In a minute" }],
  "vip-disconnect": ["[API-076]", SESSION],
  "start-freechat": ["[API-077]", {}],
  "stop-freechat": ["[API-077]", {}],
  "chat-switch": ["[API-078]", { mode: "free" }],
  message: [
    "[API-079]",
    {
      id: "msg_1",
      from: "sanne",
      message: "Hello",
      messageType: "member",
      recipient: "room",
      ...ACCOUNTS,
    },
  ],
  tip: ["[API-080]", { ...TIP, tipType: "kiss" }],
  kick: ["[API-081]", { ...SESSION, reason: "guest_expired" }],
  custom: ["[API-082]", { ...SESSION, name: "goal" }],
  "nickname-changed": ["[API-083]", { from: "sanne", to: "noor", ...ACCOUNTS }],
  "chat-stopped": ["[API-084]", { ...SESSION, reason: "default" }],
  "admin-message": ["[API-085]", { id: "msg_2", message: "Back at nine" }],
  "updated-settings": [
    "[API-086]",
    { messagePrice: 60, hasToy: true, toySecondsPerLevel: 1, chatLocale: "nl" },
  ],
  "player-error": ["[API-087]", { code: "noSignal" }],
  "audio-available": ["[API-088]", {}],
  "audio-denied": ["[API-088]", {}],
  "video-available": ["[API-088]", {}],
  "video-denied": ["[API-088]", {}],
  "room-closed": ["[API-089]", {}],
  cybertoy: ["[API-090]", { level: 3, seconds: 3 }],
  "ft-error": ["[API-091]", { code: "busy" }],
  "ft-client": ["[API-091]", { connected: true }],
  "ft-tip": ["[API-091]", { ...TIP, intensity: "normal", level: 3, seconds: 3 }],
  "stop-camback": ["[API-092]", SESSION],
  "camback-stopped": ["[API-092]", SESSION],
  "socket-disconnected": ["[API-093]", {}],
  reconnected: ["[API-093]", {}],
}

type Before = readonly [state: ProviderStateName, params: Readonly<Record<string, string | number>>]

/** The performer's act before the event, if an act of that kind causes it. */
const BEFORE: Partial<Record<ChatEventName, Before>> = {
  "chat-switch": ["a performer's status", { onlineStatus: 1 }],
  "admin-message": ["a performer's act", { act: "announce", message: "Back at nine" }],
}

it.each(CHAT_EVENT_NAMES.map((name) => [name, EXAMPLES[name][0]] as const))(
  "reads the event %s %s",
  async (name) => {
    const [, example] = EXAMPLES[name]
    const interaction = pact.addAsynchronousInteraction().given("a performer", { onlineStatus: 1 })
    const before = BEFORE[name]
    if (before !== undefined) interaction.given(...before)
    const payload = await interaction
      .given("an event in the room", { chatEvent: name })
      .expectsToReceive(name, (builder) => {
        // Pact accepts no empty example object, and this matcher accepts any object.
        const template =
          Object.keys(example).length === 0
            ? { "pact:matcher:type": "type", value: {} }
            : matcherOf(CHAT_EVENTS[name], example)
        builder.withJSONContent(template).withMetadata({ event: name })
      })
      .executeTest(async (message) => message.contents.content)
    const read = readChatFrame({ source: "chat-socket", call: name, payload })
    expect(read).toMatchObject({ _tag: "Read", value: { call: name, payload: example } })
  },
)
