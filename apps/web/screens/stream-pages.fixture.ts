/** A room on a performer's profile as the scripted gateway tells of it. For the stream box's browser tests. */
import type { Page } from "playwright-core"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import type { JoinMode, MessageType } from "@foldcast/contracts/stream/room"
import { MILA_ID, openProfile, profileScript } from "./profile-pages.fixture.ts"
import type { Script } from "./scripted-gateway.fixture.ts"
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
/** What comes with having joined. */
export const roomOpened = (mode: JoinMode = "free", freeSecondsLeft?: number) =>
  [
    roomJoined(mode, freeSecondsLeft),
    { _tag: "RoomModeSwitched", performerId, mode: mode === "vip" ? "vip" : "free" },
    { _tag: "RoomMembersListed", performerId, count: 12, nicknames: ["noor", "sam"] },
  ] as const satisfies ReadonlyArray<Event>

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

/** Answers a free join, and what else is given. */
export const roomScript = (
  events: ReadonlyArray<Event>,
  answers: (command: Command) => ReadonlyArray<Event> | undefined = () => undefined,
  changed: Partial<Script> & { readonly freeSecondsLeft?: number } = {},
): Script => {
  const { freeSecondsLeft, ...script } = changed
  return profileScript(events, {
    answers: (command) =>
      answers(command) ??
      (command._tag === "JoinRoom" ? roomOpened(command.mode, freeSecondsLeft) : undefined),
    ...script,
  })
}

/** Mila's page, once this document is in her room. */
export const openRoom = async (
  pages: SitePages,
  script: Script,
  screen: Screen = {},
): Promise<Page> => {
  const page = await openProfile(pages, script, screen)
  await page.getByRole("group", { name: /Bediening|Controls/u }).waitFor()
  return page
}
