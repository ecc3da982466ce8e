/**
 * Every state of a room, given by the facts that lead to it and its visitor's actions. Pure except for those
 * actions.
 */
import { STATUS_BITS } from "@foldcast/rules/performer-attributes"
import { OFFLINE } from "@foldcast/rules/performer-status"
import type { Page } from "playwright-core"
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import type { JoinMode, KickReason } from "@foldcast/contracts/stream/room"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { callTold, dialInStarted } from "@foldcast/web/screens/call-facts.fixture"
import { MILA_ID as performerId } from "@foldcast/web/screens/profile-pages.fixture"
import {
  giveTip,
  openTips,
  paidSession,
  paidTimeCharged,
  paidTimeStarted,
  roomOpened,
  said,
} from "@foldcast/web/screens/stream-pages.fixture"

export interface RoomStateScene {
  readonly state: string
  /** A member with that many credits; null is a guest with five free minutes. */
  readonly credits: number | null
  /** Of a guest who pays by phone. */
  readonly call?: ReadonlyArray<Event>
  /** The paid mode that the visitor joins next. */
  readonly enters?: "chat" | "vip"
  /** Facts sent once the room is joined, or instead if joining is refused. */
  readonly events: ReadonlyArray<Event>
  readonly refused?: string
  /** Her status in that state, as everybody sees it; absent: free chat, as the page first has it. */
  readonly status?: number
  /** The facts that answer a command; undefined: the usual ones. */
  readonly answers?: (command: Command) => ReadonlyArray<Event> | undefined
  readonly does?: (
    page: Page,
    locale: Locale,
    tell: (events: ReadonlyArray<Event>) => void,
  ) => Promise<void>
  /** The element to photograph; default: the whole window. */
  readonly of?: string
}

/** All charged seconds have been seen: the meter stands still until the next charge. */
const paid = (mode: "chat" | "vip", credits: number, seconds: number): ReadonlyArray<Event> => [
  paidTimeStarted(mode),
  paidTimeCharged(credits, seconds, { mode }),
]

const paidEnded = (
  mode: "chat" | "vip",
  credits: number,
  seconds: number,
): ReadonlyArray<Event> => [
  {
    _tag: "PaidTimeEnded",
    ...paidSession(mode),
    credits,
    seconds,
    reason: "left",
    movementIds: ["tr_one", "tr_two"],
  },
  { _tag: "RoomLeft", performerId, reason: "lost" },
]

const { live, free, vip, pause } = STATUS_BITS
const FREE = live | free
const IN_PRIVATE = live
const IN_VIP = live | vip
const PAUSED = live | pause

const tip = { performerId, from: "sam", message: "", isPublic: true } as const
const CONVERSATION: ReadonlyArray<Event> = [
  said("1", "Hallo allemaal"),
  said("2", "Hoe gaat het?"),
  said("3", "Goed, en met jullie?", { from: "Mila", messageType: "host" }),
  { _tag: "RoomAnnounced", performerId, messageId: "a", message: "Straks meer" },
  { _tag: "TipReceived", tipId: "t1", amount: 150, tipType: "kiss", ...tip },
  {
    _tag: "ToyTipReceived",
    tipId: "t2",
    amount: 300,
    intensity: "medium",
    level: 6,
    seconds: 6,
    ...tip,
  },
  said("4", "שלום, مرحبا, 👋🏽", { from: "robin" }),
]

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name, exact: true }).click()
}

/** Once it has scrolled into view by itself, and free chat continues. */
const atReceipt = async (page: Page, locale: Locale): Promise<void> => {
  await page.getByText(m.stream_watching({ name: "Mila" }, { locale })).waitFor()
  await page.locator(".receipt").evaluate((receipt) => {
    receipt.scrollIntoView({ block: "end" })
  })
}

/** Accepted VIP, as its page joins it; the hold is reported first. */
const HELD: ReadonlyArray<Event> = [
  { _tag: "VipRequested", performerId },
  { _tag: "VipHeld", performerId, credits: 40, joinWithinSeconds: 15 },
  { _tag: "VipAccepted", performerId },
]
const vipUnjoined: RoomStateScene["answers"] = (command) =>
  command._tag === "JoinRoom" && command.mode === "vip"
    ? [{ _tag: "RoomJoinRefused", performerId, mode: "vip", label: "unavailable" }]
    : undefined

/** The answer to a request, scrolled to the middle, whatever the layout was when the button was pressed. */
const atAnswer =
  (of: string) =>
  async (page: Page): Promise<void> => {
    const answer = page.locator(`${of} [role=status]:not(:empty)`).first()
    await answer.waitFor()
    await answer.evaluate((it) => {
      it.scrollIntoView({ block: "center" })
    })
  }
const atVip = atAnswer(".room-notes")

const isIn = (mode: Exclude<JoinMode, "free">) => async (page: Page, locale: Locale) => {
  const stop = mode === "vip" ? m.vip_stop : m.stream_leave_private
  await page.getByRole("button", { name: stop({}, { locale }), exact: true }).waitFor()
}

const ended = (reason: KickReason, status: number): RoomStateScene => ({
  status,
  state: `ended-${reason.replaceAll("_", "-")}`,
  credits: reason === "guest_expired" ? null : 300,
  events: [
    { _tag: "Kicked", performerId, reason },
    { _tag: "RoomLeft", performerId, reason: "kicked" },
  ],
  of: ".player",
})
/** Each with her status as the session ends. */
const ENDS = [
  ["guest_expired", FREE],
  ["duplicate_session", FREE],
  ["paused", PAUSED],
  ["vip_started", IN_VIP],
  ["kicked", FREE],
  ["silent", FREE],
  ["host_left", OFFLINE],
  ["restarted", FREE],
  ["default", FREE],
] as const satisfies ReadonlyArray<readonly [KickReason, number]>

const refused = (label: string): RoomStateScene => ({
  state: `refused-${label}`,
  credits: 300,
  events: [],
  refused: label,
  of: ".player",
})

const isWritten = async (page: Page): Promise<void> => {
  await page.locator(".chat__form textarea, .chat__form input").first().fill("Dag Mila")
  await page.keyboard.press("Enter")
}

const shortOf = (
  state: string,
  tag: Command["_tag"],
  fact: Event,
  does: RoomStateScene["does"],
): RoomStateScene => ({
  state: `too-few-credits-${state}`,
  credits: 10,
  events: [],
  answers: (command) => {
    const isPaidJoin = command._tag === "JoinRoom" && command.mode !== "free"
    return command._tag === tag && (tag !== "JoinRoom" || isPaidJoin) ? [fact] : undefined
  },
  does: async (page, locale, tell) => {
    await does?.(page, locale, tell)
    await page.getByRole("dialog").waitFor()
  },
  of: "[role=dialog]",
})
const label = TOO_FEW_CREDITS_LABEL
const wink = (locale: Locale) => new RegExp(`^${m.tip_wink({}, { locale })}, 50`, "u")

export const ROOM_STATES: ReadonlyArray<RoomStateScene> = [
  { state: "guest", credits: null, events: CONVERSATION },
  { state: "member", credits: 1_234, events: CONVERSATION },
  {
    state: "free-chat-off",
    status: IN_PRIVATE,
    credits: 1_234,
    events: [
      { _tag: "RoomModeSwitched", performerId, mode: "chat" },
      { _tag: "FreeChatStopped", performerId },
    ],
  },
  {
    state: "pause",
    status: PAUSED,
    credits: 1_234,
    events: [{ _tag: "RoomModeSwitched", performerId, mode: "paused" }],
    of: ".player",
  },
  {
    state: "vip-with-another",
    status: IN_VIP,
    credits: 1_234,
    events: [{ _tag: "RoomModeSwitched", performerId, mode: "vip" }],
    of: ".player",
  },
  {
    state: "interrupted",
    credits: 1_234,
    events: [{ _tag: "SourceInterrupted", source: "chat-socket" }],
    of: ".player",
  },
  {
    state: "picture-failed",
    credits: 1_234,
    events: [{ _tag: "PlayerFailed", performerId, code: "hls" }],
    of: ".player",
  },
  {
    state: "gone-offline",
    status: OFFLINE,
    credits: 1_234,
    events: [
      { _tag: "HostLeft", performerId },
      { _tag: "RoomModeSwitched", performerId, mode: "offline" },
      { _tag: "RoomClosed", performerId },
    ],
    of: ".player",
  },
  {
    state: "private",
    status: IN_PRIVATE,
    credits: 1_234,
    enters: "chat",
    events: paid("chat", 10, 10),
    does: isIn("chat"),
  },
  {
    state: "private-last-minute",
    status: IN_PRIVATE,
    credits: 200,
    enters: "chat",
    events: [...paid("chat", 180, 180), { _tag: "CreditsChanged", credits: 20 }],
    does: isIn("chat"),
  },
  {
    state: "private-by-phone",
    status: IN_PRIVATE,
    credits: null,
    call: [dialInStarted, callTold("in_call", 72, 96)],
    enters: "chat",
    events: [],
    answers: (command) =>
      command._tag === "JoinRoom" && command.mode === "chat"
        ? roomOpened("chat").map((event) =>
            event._tag === "RoomJoined" ? { ...event, creditsPerMinute: 0 } : event,
          )
        : undefined,
    does: isIn("chat"),
  },
  {
    state: "receipt",
    credits: 1_234,
    events: [],
    does: async (page, locale, tell) => {
      await press(page, m.stream_join_private({}, { locale }))
      await isIn("chat")(page, locale)
      tell([...paid("chat", 70, 70), ...paidEnded("chat", 68, 68)])
      await page.locator(".receipt summary").click()
      await page.getByText("tr_two").waitFor()
      await atReceipt(page, locale)
    },
  },
  {
    state: "vip-waiting",
    credits: 1_234,
    events: [{ _tag: "VipRequested", performerId }],
  },
  {
    state: "vip-declined",
    credits: 1_234,
    events: [
      { _tag: "VipRequested", performerId },
      { _tag: "VipDeclined", performerId, reason: "over tien minuten" },
    ],
  },
  {
    state: "vip-kept",
    credits: 1_234,
    answers: vipUnjoined,
    does: atVip,
    events: [
      ...HELD,
      { _tag: "VipDisconnected", performerId },
      {
        _tag: "VipHoldEnded",
        performerId,
        credits: 40,
        isReturned: false,
        reason: "not_joined",
        movementIds: ["tr_hold"],
      },
    ],
  },
  {
    state: "vip-returned",
    credits: 1_234,
    answers: vipUnjoined,
    does: atVip,
    events: [
      ...HELD,
      { _tag: "VipDisconnected", performerId },
      {
        _tag: "VipHoldEnded",
        performerId,
        credits: 40,
        isReturned: true,
        reason: "no_picture",
        movementIds: ["tr_hold", "tr_back"],
      },
    ],
  },
  {
    state: "vip",
    status: IN_VIP,
    credits: 1_234,
    enters: "vip",
    events: paid("vip", 40, 10),
    does: isIn("vip"),
  },
  {
    state: "vip-stop-question",
    status: IN_VIP,
    credits: 1_234,
    enters: "vip",
    events: paid("vip", 40, 10),
    does: async (page, locale) => {
      await press(page, m.vip_stop({}, { locale }))
      await page.getByRole("alertdialog").waitFor()
    },
  },
  {
    state: "vip-broken-off",
    credits: 1_234,
    enters: "vip",
    events: [],
    does: async (page, locale, tell) => {
      await isIn("vip")(page, locale)
      tell([
        ...paid("vip", 40, 10),
        ...paidEnded("vip", 36, 9).slice(0, 1),
        { _tag: "VipDisconnected", performerId },
        ...paidEnded("vip", 36, 9).slice(1),
      ])
      await atReceipt(page, locale)
    },
  },
  {
    state: "tips",
    credits: 1_234,
    events: [{ _tag: "RoomSettingsChanged", performerId, hasToy: true }],
    does: openTips,
  },
  {
    state: "tip-question",
    credits: 1_234,
    events: [],
    does: async (page, locale) => {
      await giveTip(page, new RegExp(`^${m.tip_gift({}, { locale })}, 1`, "u"))
      await page.getByRole("alertdialog").waitFor()
    },
    of: "[role=alertdialog]",
  },
  {
    state: "tip-unknown",
    credits: 1_234,
    events: [],
    answers: ({ _tag }) => (_tag === "SendTip" ? [{ _tag: "TipUnknown", performerId }] : undefined),
    does: async (page, locale) => {
      await giveTip(page, wink(locale))
      await page.getByText(m.tip_unknown({}, { locale })).waitFor()
      await atAnswer(".room-notes")(page)
    },
  },
  {
    state: "line-refused",
    credits: 1_234,
    events: CONVERSATION,
    answers: ({ _tag }) =>
      _tag === "SendRoomMessage"
        ? [{ _tag: "RoomMessageRefused", performerId, label: "chatNotStarted" }]
        : undefined,
    does: async (page) => {
      await isWritten(page)
      await page.getByRole("alert").waitFor()
    },
  },
  {
    state: "line-unconfirmed",
    credits: 1_234,
    events: CONVERSATION,
    answers: ({ _tag }) => (_tag === "SendRoomMessage" ? [] : undefined),
    does: async (page) => {
      await isWritten(page)
      await page.getByRole("log").getByText("Dag Mila").waitFor()
    },
  },
  {
    state: "corner",
    credits: 1_234,
    enters: "chat",
    events: paid("chat", 10, 10),
    does: async (page, locale) => {
      await isIn("chat")(page, locale)
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
      await page.getByRole("complementary").getByRole("button").first().waitFor()
    },
    of: ".mini-player",
  },
  ...ENDS.map(([reason, status]) => ended(reason, status)),
  ...["performerBusy", "performerOffline", "guestExpired", "unlisted"].map(refused),
  {
    state: "too-few-credits-stream",
    credits: 0,
    events: [
      { _tag: "Kicked", performerId, reason: "credits" },
      { _tag: "RoomLeft", performerId, reason: "kicked" },
    ],
    does: async (page) => {
      await page.getByRole("dialog").waitFor()
    },
    of: "[role=dialog]",
  },
  shortOf(
    "message",
    "SendRoomMessage",
    { _tag: "RoomMessageRefused", performerId, label },
    isWritten,
  ),
  shortOf(
    "joining",
    "JoinRoom",
    { _tag: "RoomJoinRefused", performerId, mode: "chat", label },
    (page, locale) => press(page, m.stream_join_private({}, { locale })),
  ),
  shortOf("vip", "RequestVip", { _tag: "VipRefused", performerId, label }, (page, locale) =>
    press(page, m.vip_request({}, { locale })),
  ),
  shortOf("tip", "SendTip", { _tag: "TipRefused", performerId, label }, (page, locale) =>
    giveTip(page, wink(locale)),
  ),
]
