/** Checks what the scripted gateway refuses to play against recorded logs of the real one. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import { type Event, type EventOf, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import { answering, PossibleLog, sourceOf } from "./possible-log.fixture.ts"
import { ivrOpened } from "./call-facts.fixture.ts"
import { roomOpened } from "./stream-pages.fixture.ts"
import { MILA_ID as performerId } from "./profile-pages.fixture.ts"
import { guest, loggedInFact, member } from "./visit-facts.fixture.ts"

const COMMAND_ID = "11111111-1111-4111-8111-111111111111"

type Line =
  | (Envelope & { readonly dir: "in" })
  | { readonly dir: "ui"; readonly fact: { readonly _tag: string } & Record<string, unknown> }
  | { readonly dir?: "conn" | "query" }

const recorded = (name: string): ReadonlyArray<Line> =>
  readFileSync(new URL(`../../../test/golden/${name}.ndjson`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line)

describe.each(["evening-guest", "evening-member", "first-light-2"])("the script of %s", (name) => {
  it("contains only facts that a gateway can tell, each with the performer or member it names", () => {
    const possible = new PossibleLog()
    let told = 0
    for (const line of recorded(name)) {
      if (line.dir === "ui" && line.fact._tag === "CommandSent") {
        const { command, commandId, ...rest } = line.fact
        possible.sent(String(commandId), { ...rest, _tag: command } as unknown as Command)
      }
      if (line.dir !== "in") continue
      const { event, cause, scope, v, src, seq } = line
      // The document was unloaded before its log contained the command.
      if (event._tag === "RoomLeft" && event.reason === "unloaded") {
        const { performerId: left, reason } = event
        possible.sent(String(cause), { _tag: "LeaveRoom", performerId: left, reason })
      }
      expect(possible.hears({ event, cause })).toBeNull()
      expect({ seq, scope, v }).toEqual({ seq: told + 1, ...FACT_TRAITS[event._tag] })
      const isBack =
        cause === undefined && /^(?:Room|FavouritesListed|CreditsChanged)/u.test(event._tag)
      if (!isBack)
        expect([event._tag, src.from]).toEqual([event._tag, sourceOf(event, possible.asked(cause))])
      told += 1
    }
    expect(told).toBeGreaterThan(10)
  })
})

describe("a script", () => {
  const played = (
    events: ReadonlyArray<Event>,
    {
      begins = member(),
      command,
      cause,
    }: {
      readonly begins?: ReadonlyArray<Event>
      readonly command?: Command
      readonly cause?: string
    } = {},
  ) => {
    const possible = new PossibleLog()
    expect(
      possible.tells(
        begins.map((event) => ({ event })),
        true,
      ),
    ).toBeNull()
    const join = (mode: "free" | "vip") => {
      possible.sent(mode, { _tag: "JoinRoom", performerId, mode })
      expect(
        possible.tells(answering({ _tag: "JoinRoom", performerId, mode }, mode, roomOpened(mode))),
      ).toBeNull()
    }
    join("free")
    if (command !== undefined) possible.sent(COMMAND_ID, command)
    return possible.tells(events.map((event) => ({ event, cause })))
  }
  const left = (reason: "kicked" | "lost" | "requested" | "switched"): Event => ({
    _tag: "RoomLeft",
    performerId,
    reason,
  })

  it.each<readonly [string, ReadonlyArray<Event>, RegExp]>([
    ["a field too many", [{ _tag: "HostLeft", performerId, more: 1 } as Event], /more/u],
    ["another shape", [{ _tag: "CreditsChanged", credits: -1 }], /CreditsChanged/u],
    [
      "a refusal that answers nothing",
      [{ _tag: "TipRefused", performerId, label: "x" }],
      /whose id is its cause/u,
    ],
    ["somebody else's room", [{ _tag: "HostLeft", performerId: "p_luna" }], /not in that room/u],
    ["a session that nobody asked for", roomOpened("chat"), /nobody asked to join/u],
    ["VIP that nobody asked for", [{ _tag: "VipAccepted", performerId }], /nobody waits/u],
    ["an end without its reason", [left("kicked")], /stands before it/u],
    [
      "a kick that leaves one inside",
      [{ _tag: "Kicked", performerId, reason: "paused" }],
      /has to come with it/u,
    ],
    ["a leave that nobody asked for", [left("requested")], /nobody asked to leave/u],
    [
      "a recovery without an interruption",
      [{ _tag: "SourceRestored", source: "chat-socket" }],
      /was not interrupted/u,
    ],
    [
      "paid time where one watches free",
      [{ _tag: "PaidTimeCharged", performerId, sessionId: "session-free", credits: 1, seconds: 1 }],
      /has not begun/u,
    ],
    [
      "what follows a log-out",
      [
        { _tag: "LoggedOut", reason: "requested" },
        { _tag: "CreditsChanged", credits: 1 },
      ],
      /the visit was over|a command/u,
    ],
  ])("plays no %s", (_, events, why) => {
    expect(played(events)).toMatch(why)
  })

  it("plays no answer to another command, and none to a command that was not sent", () => {
    const events: ReadonlyArray<Event> = [{ _tag: "TipRefused", performerId, label: "x" }]
    expect(played(events, { cause: COMMAND_ID })).toMatch(/no command of this visit/u)
    const command: Command = { _tag: "StopVip", performerId }
    expect(played(events, { cause: COMMAND_ID, command })).toMatch(/no StopVip is answered by it/u)
  })

  it("plays nothing that is paid for to a page that says it can show no picture", () => {
    const joins = (mode: "chat" | "free"): Command => ({
      _tag: "JoinRoom",
      performerId,
      mode,
      showsPicture: false,
    })
    const join = (mode: "chat" | "free") =>
      played(roomOpened(mode), { cause: COMMAND_ID, command: joins(mode) })
    expect(join("chat")).toMatch(/can show no picture/u)
    expect(join("free")).toBeNull()
    const command: Command = { _tag: "RequestVip", performerId, showsPicture: false }
    const asks: ReadonlyArray<Event> = [{ _tag: "VipRequested", performerId }]
    expect(played(asks, { cause: COMMAND_ID, command })).toMatch(/can show no picture/u)
  })

  it("plays no number to call that a gateway does not offer", () => {
    const listed = (number: string, tariffCents: number) =>
      played([{ _tag: "DialInNumbersListed", numbers: [{ country: "NL", number, tariffCents }] }], {
        begins: guest(),
      })
    expect(listed("0900-1234", 80)).toMatch(/not offered: kind/u)
    expect(listed("0906-1234", 0)).toMatch(/not offered: tariff/u)
    expect(listed("0906-1234", 80)).toBeNull()
    const opened = (changed: Partial<EventOf<"IvrSessionOpened">>) =>
      played([ivrOpened("BE", changed)], { begins: guest() })
    expect(opened({ startCents: 5 })).toMatch(/not offered: start/u)
    expect(opened({ calledNumber: "+881612345678" })).toMatch(/dials another one than it shows/u)
    expect(opened({})).toBeNull()
  })

  it("plays nothing of a member's to a guest, and no page that begins in a room", () => {
    expect(played([{ _tag: "CreditsChanged", credits: 1 }], { begins: guest() })).toMatch(
      /nobody is logged in/u,
    )
    const begins = [...guest(), { _tag: "HostLeft", performerId } as const].map((event) => ({
      event,
    }))
    expect(new PossibleLog().tells(begins, true)).toMatch(/no page begins with it/u)
    expect(new PossibleLog().tells([{ event: loggedInFact() }], true)).toMatch(
      /begins with VisitStarted/u,
    )
  })
})
