/** Reports through a gateway and a whole backend: who may report what, what is kept, and what is written about it. */
import { randomUUID } from "node:crypto"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { KEY } from "@foldcast/backend/backend.fixture"
import { type TestRooms, testRooms } from "@foldcast/backend/chat/chat.fixture"
import { type TestMailServer, testMailServer } from "@foldcast/backend/mail/mail-server.fixture"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { join, RoomScene } from "../support/room-scene.ts"
import type { TestTab } from "../support/test-tabs.ts"

const REPORTS_KEY = "reports-key-of-this-test-0123456789"
const PER_OWNER = 4

let mails: TestMailServer
let rooms: TestRooms
let scene: RoomScene
beforeAll(async () => {
  mails = await testMailServer()
  rooms = await testRooms({
    reportsKey: Redacted.make(REPORTS_KEY),
    mail: { smtpUrl: Redacted.make(mails.url), from: null },
  })
  scene = await RoomScene.start({
    backend: rooms,
    environment: { MEMBER_API_KEY: KEY, RATE_REPORTS_PER_OWNER: `${PER_OWNER}/1h` },
  })
})
afterAll(async () => {
  await scene.stop()
  await mails.close()
})

type Report = CommandOf<"SendReport">
const report = (performerId: string, more: Partial<Report> = {}): Report => ({
  _tag: "SendReport",
  kind: "profile",
  performerId,
  reason: "impersonation",
  words: "  This is somebody else. ",
  ...more,
})

const office = async (path: string, decision?: unknown, key = REPORTS_KEY) => {
  const response = await fetch(`${rooms.url}/reports${path}`, {
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(decision !== undefined && { method: "POST", body: JSON.stringify(decision) }),
  })
  const isText = response.headers.get("content-type")?.startsWith("application/json") === true
  return { status: response.status, body: isText ? await response.json() : null }
}
const received = async (tab: TestTab, command: Report): Promise<string> => {
  const { event, scope } = await tab.ask(command)
  expect([event._tag, scope]).toEqual(["ReportReceived", "visit"])
  return String(event["reportId"])
}
const member = async () => {
  const account = await scene.member(1_000)
  return { ...account, tab: await scene.loggedIn(account) }
}

describe("a report", () => {
  it("of a profile is received from a member, and acknowledged to the account's address [REPORT-01]", async () => {
    const performerId = await scene.performer()
    const { tab, email } = await member()
    const id = await received(tab, report(performerId))
    const mail = await mails.mailTo(email)
    expect(mail.text).toContain(id)
    expect(mail.text).not.toContain("somebody else")
    expect((await office(`/${id}`)).body).toMatchObject({
      kind: "profile",
      reason: "impersonation",
      performerId,
      words: "This is somebody else.",
      hasReader: true,
      decision: null,
    })
  })

  it("is received from a guest, who hears of it at the address that they give, if they do [REPORT-01]", async () => {
    const performerId = await scene.performer()
    const guest = await scene.tab()
    const silent = await received(guest, report(performerId))
    expect((await office(`/${silent}`)).body).toMatchObject({ hasReader: false })
    const email = `${randomUUID()}@guest.example`
    const told = await received(guest, report(performerId, { email }))
    expect((await mails.mailTo(email)).text).toContain(told)
  })

  it("is taken once, however often its command is sent [REPORT-02]", async () => {
    const performerId = await scene.performer()
    const { tab } = await member()
    const commandId = randomUUID()
    const { event } = await tab.ask(report(performerId), commandId)
    const id = String(event["reportId"])
    const body = { key: commandId, kind: "profile", performerId, reason: "other", words: "again" }
    const guests = await rooms.call("POST", "/report", { body })
    expect(guests).toMatchObject({ status: 400, body: { label: "badRequest.key" } })
    const { body: open } = await office("")
    const mine = (open as { readonly reports: ReadonlyArray<Record<string, unknown>> }).reports
    expect(mine.filter((one) => one["performerId"] === performerId)).toMatchObject([{ id }])
  })

  it("is refused without words, beyond its limits, and of a private message by a guest [REPORT-03]", async () => {
    const performerId = await scene.performer()
    const guest = await scene.tab()
    const label = async (more: Partial<Report>) =>
      (await guest.ask(report(performerId, more))).event["label"]
    expect(await label({ words: "  " })).toBe("required")
    expect(await label({ kind: "message", messageId: "pm_1" })).toBe("unauthorized")
    expect(await label({ email: "no address" })).toBe("badRequest.email")
    expect(await label({ performerId: "nobody" })).toBe("notFound")
    for (let sent = 1; sent < PER_OWNER; sent += 1) await received(guest, report(performerId))
    expect(await label({})).toBe("tooManyAttempts")
    await received(await scene.tab(), report(performerId))
  })

  it("of a room keeps what others said there and the reporter heard, and nothing else [REPORT-04]", async () => {
    const performerId = await scene.performer()
    const [{ tab }, other] = [await member(), await member()]
    for (const one of [tab, other.tab]) await one.ask(join(performerId))
    const say = (by: TestTab, message: string, messageType: "room" | "host" = "room") =>
      by.ask({ _tag: "SendRoomMessage", performerId, message, messageType })
    await say(other.tab, "for her alone", "host")
    await say(other.tab, "for everybody")
    await say(tab, "the reporter's own")
    await rooms.acts(performerId, "say", "her own words")
    await tab.stream.until(() =>
      tab.stream.events.some(({ event }) => event["message"] === "her own words"),
    )
    const linesOf = async (id: string) => {
      const { evidence } = (await office(`/${id}`)).body as {
        readonly evidence: { readonly lines: ReadonlyArray<Record<string, unknown>> }
      }
      return evidence.lines.map(({ text, isHost }) => [text, isHost])
    }
    const about = report(performerId, { kind: "room", reason: "abuse" })
    expect(await linesOf(await received(tab, about))).toEqual([
      ["for everybody", false],
      ["her own words", true],
    ])
    const guest = await scene.tab()
    expect(await linesOf(await received(guest, about))).toHaveLength(3)
  })

  it("of a message keeps it and its picture, for whoever decides and nobody else [REPORT-04]", async () => {
    const performerId = await scene.performer()
    const { tab, memberId } = (await member()) as unknown as { tab: TestTab; memberId: string }
    const writes = (more: object) =>
      rooms.enter("a performer's private message", { memberId, performerId, ...more })
    await writes({ message: "the word before" })
    const picture = await writes({ hasPicture: true })
    const { messageId } = picture as unknown as { readonly messageId: string }
    const message = { kind: "message", messageId, reason: "notConsented" } as const
    const other = await member()
    const foreign = await other.tab.ask(report(performerId, message))
    expect(foreign.event).toMatchObject({ _tag: "ReportRefused", label: "notFound" })
    const id = await received(tab, report(performerId, message))
    expect((await office(`/${id}`)).body).toMatchObject({
      messageId,
      hasPicture: true,
      evidence: { messages: [{ text: "the word before" }, { id: messageId, text: null }] },
    })
    expect((await office(`/${id}/picture`)).status).toBe(200)
    for (const path of ["", `/${id}`, `/${id}/picture`]) {
      expect(await office(path, undefined, "a-wrong-key-0123456789012345")).toMatchObject({
        status: 401,
      })
    }
  })

  it("is decided once, and the reasons go to who reported [REPORT-05]", async () => {
    const performerId = await scene.performer()
    const { tab, email } = await member()
    const id = await received(tab, report(performerId))
    const decision = { outcome: "acted", statement: "The profile was <closed>." }
    expect((await office(`/${id}/decision`, { outcome: "acted" })).status).toBe(400)
    for (const again of [decision, decision]) {
      expect((await office(`/${id}/decision`, again)).status).toBe(200)
    }
    const other = { ...decision, outcome: "notActed" }
    expect(await office(`/${id}/decision`, other)).toMatchObject({ status: 409 })
    const mail = await mails.mailTo(email, 2)
    expect(mail.text).toContain("The profile was <closed>.")
    expect(mail.html).toContain("&lt;closed&gt;")
    expect((await office(`/${id}`)).body).toMatchObject({ decision })
    expect((await office("/nothing/decision", decision)).status).toBe(404)
  })
})
