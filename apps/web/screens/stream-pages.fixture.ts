/** A room on a performer's profile, as the scripted gateway plays it, for the stream box's browser tests. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import type { JoinMode, MessageType } from "@foldcast/contracts/stream/room"
import { MILA_ID, openProfile, profileScript } from "./profile-pages.fixture.ts"
import type { GatewayScript } from "./scripted-gateway.fixture.ts"
import type { Screen, SitePages } from "./site-pages.fixture.ts"

const performerId = MILA_ID
const CREDITS = { free: 0, chat: 60, vip: 240 } as const

export const roomJoined = (mode: JoinMode = "free", freeSecondsLeft?: number): Event => ({
  _tag: "RoomJoined",
  performerId,
  mode,
  sessionId: `session-${mode}`,
  nickname: "noor",
  creditsPerMinute: CREDITS[mode],
  ...(freeSecondsLeft !== undefined && { freeSecondsLeft }),
})
/** The facts that come with joining a room. */
export const roomOpened = (mode: JoinMode = "free", freeSecondsLeft?: number) =>
  [
    roomJoined(mode, freeSecondsLeft),
    { _tag: "RoomModeSwitched", performerId, mode: mode === "vip" ? "vip" : "free" },
    { _tag: "RoomMembersListed", performerId, count: 12, nicknames: ["noor", "sam"] },
  ] as const satisfies ReadonlyArray<Event>

type PaidMode = Exclude<JoinMode, "free">

export const paidSession = (mode: PaidMode = "chat") =>
  ({ performerId, sessionId: `session-${mode}` }) as const

export const paidTimeStarted = (mode: PaidMode = "chat"): Event => ({
  _tag: "PaidTimeStarted",
  ...paidSession(mode),
  mode,
  creditsPerMinute: CREDITS[mode],
})

export const paidTimeCharged = (
  credits: number,
  seconds: number,
  { mode = "chat", isRunning }: { readonly mode?: PaidMode; readonly isRunning?: boolean } = {},
): Event => ({
  _tag: "PaidTimeCharged",
  ...paidSession(mode),
  credits,
  seconds,
  ...(isRunning !== undefined && { isRunning }),
})

interface SaidBy {
  readonly from?: string
  readonly messageType?: MessageType
  readonly recipient?: string
}

export const said = (
  messageId: string,
  message: string,
  { from = "sam", messageType = "member", recipient = "room" }: SaidBy = {},
): Event => ({
  _tag: "RoomMessageReceived",
  performerId,
  messageId,
  from,
  message,
  messageType,
  recipient,
})

/** The service's default answers, unless a test gives others. */
const told = (
  command: Command,
  freeSecondsLeft: number | undefined,
): ReadonlyArray<Event> | undefined => {
  switch (command._tag) {
    case "JoinRoom":
      return command.performerId === performerId
        ? roomOpened(command.mode, freeSecondsLeft)
        : [
            {
              _tag: "RoomJoinRefused",
              performerId: command.performerId,
              mode: command.mode,
              label: "performerBusy",
            },
          ]
    case "LeaveRoom":
      return [
        {
          _tag: "RoomLeft",
          performerId: command.performerId,
          reason: command.reason ?? "requested",
        },
      ]
    case "RequestVip":
      return [{ _tag: "VipRequested", performerId }]
    default:
      return undefined
  }
}

/** Answers joins and leaves, accepts requests for VIP, and adds the given answers. */
export const roomScript = (
  events: ReadonlyArray<Event>,
  answers: (command: Command) => ReadonlyArray<Event> | undefined = () => undefined,
  changed: Partial<GatewayScript> & { readonly freeSecondsLeft?: number } = {},
): GatewayScript => {
  const { freeSecondsLeft, ...script } = changed
  return profileScript(events, {
    answers: (command) => answers(command) ?? told(command, freeSecondsLeft),
    ...script,
  })
}

/** Opens Mila's page and waits until this document is in her room. */
export const openRoom = async (
  pages: SitePages,
  script: GatewayScript,
  screen: Screen = {},
): Promise<Page> => {
  const page = await openProfile(pages, script, screen)
  await page.getByRole("group", { name: /Bediening|Controls/u }).waitFor()
  return page
}

const ASKS = { chat: /^(?:Privé gaan|Go private)$/u, vip: /^(?:VIP aanvragen|Request VIP)$/u }

/**
 * Enters paid time as a visitor does, VIP with Mila's consent, and then plays the given events. It does not scroll
 * the page to the button.
 */
export const joinPaid = async (
  pages: SitePages,
  page: Page,
  mode: PaidMode,
  events: ReadonlyArray<Event> = [],
): Promise<void> => {
  const { gateway } = pages
  const joins = () =>
    gateway.commands.filter((command) => command._tag === "JoinRoom" && command.mode === mode)
      .length
  const before = joins()
  const asks = page.getByRole("button", { name: ASKS[mode] }).first()
  await expect.poll(() => asks.isEnabled()).toBe(true)
  await asks.dispatchEvent("click")
  if (mode === "vip") {
    await gateway.command("RequestVip")
    gateway.emit({ _tag: "VipAccepted", performerId })
  }
  await expect.poll(joins).toBe(before + 1)
  if (events.length > 0) gateway.emitAll(events)
}

/** Enters paid time, whose first seconds are charged, and waits for its meter. */
export const beginPaidTime = async (
  pages: SitePages,
  page: Page,
  mode: PaidMode = "chat",
): Promise<void> => {
  await joinPaid(pages, page, mode, [paidTimeStarted(mode), paidTimeCharged(10, 3, { mode })])
  await page.locator(".meter").waitFor()
}

/** Opens the window of tips. */
export const openTips = async (page: Page): Promise<void> => {
  await page.locator(".tips__all").click()
  await page.getByRole("dialog").waitFor()
}

/** Gives a tip of the list: at a press, or in the window that holds the list on a phone. */
export const giveTip = async (page: Page, name: RegExp): Promise<void> => {
  if (!(await page.locator(".tips__quick").first().isVisible())) await openTips(page)
  await page.getByRole("button", { name }).click()
}

/** The texts of notices and buttons over the video that are partly cut off. */
export const cutOverPicture = (page: Page): Promise<ReadonlyArray<string | null>> =>
  page.locator(".player").evaluate((stage) => {
    const room = stage.getBoundingClientRect()
    const parts = stage.querySelectorAll(".picture-notice :is(.picture-notice__text, button)")
    return [...parts]
      .filter((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect()
        if (width === 0) return false
        return left < room.left || right > room.right || top < room.top || bottom > room.bottom
      })
      .map(({ textContent }) => textContent)
  })
