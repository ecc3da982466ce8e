/** What the gateway makes of a report: with which key and whose token it goes on, and where its answer is lost. */
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { ScriptedUpstream } from "../support/scripted-upstream.ts"
import type { TestTabs } from "../support/test-tabs.ts"

const CALL = "POST /report"
const TAKEN = { status: 200, body: { reportId: "rp_1" } }
const RECEIVED = { _tag: "ReportReceived", reportId: "rp_1" }
const report = {
  _tag: "SendReport",
  kind: "room",
  performerId: "p7",
  reason: "abuse",
  words: " rude ",
} as const

describe("a report that is sent", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs

  beforeAll(async () => {
    scene = await AccountScene.start({
      MEMBER_API_WRITE_TIMEOUT_MS: "1000",
      RATE_REPORTS_PER_ADDRESS: "9/1h",
    })
    ;({ upstream, tabs } = scene)
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const sent = () => upstream.received.filter(({ call }) => call === CALL)

  it("goes on in the member's name, or in nobody's with a guest's address, by the command's id", async () => {
    const email = "guest@mail.example"
    upstream.script(CALL, TAKEN, TAKEN)
    const [here, guest] = [await tabs.member(scene.member("anna")), await tabs.guest()]
    const [mine, theirs] = [randomUUID(), randomUUID()]
    expect((await here.ask({ ...report, email }, mine)).event).toEqual(RECEIVED)
    expect((await guest.ask({ ...report, email }, theirs)).event).toEqual(RECEIVED)
    const [members, guests] = sent().slice(-2)
    const { _tag, ...said } = report
    const body = { ...said, words: "rude", brand: "foldcast" }
    expect(members?.body).toEqual({ ...body, key: mine })
    expect(members?.headers.authorization).toMatch(/^Bearer /u)
    expect(guests?.body).toEqual({ ...body, key: theirs, email })
    expect(guests?.headers.authorization).toBeUndefined()
    expect(guests?.headers["x-client-address"]).toBeDefined()
  })

  it("is sent once more by its key where the answer is lost [REPORT-02]", async () => {
    const guest = await tabs.guest()
    const commandId = randomUUID()
    upstream.script(CALL, "cut", TAKEN)
    expect((await guest.ask(report, commandId)).event).toEqual(RECEIVED)
    expect(
      sent()
        .map(({ body }) => body["key"])
        .slice(-2),
    ).toEqual([commandId, commandId])
  })

  it("is refused as unknown where nobody answers, and in the service's words where it refuses", async () => {
    const guest = await tabs.guest()
    const refused = async () => (await guest.ask(report)).event
    upstream.script(CALL, "cut", "hang")
    expect(await refused()).toEqual({ _tag: "ReportRefused", label: "outcomeUnknown" })
    upstream.script(CALL, { status: 429, body: { label: "tooManyAttempts" } })
    expect(await refused()).toEqual({ _tag: "ReportRefused", label: "tooManyAttempts" })
    upstream.script(CALL, { status: 400, body: { label: "someone@mail.example said so" } })
    expect(await refused()).toEqual({ _tag: "ReportRefused", label: "unlisted" })
  })

  it("is one of so many from an address, whichever browser sends it [REPORT-03]", async () => {
    const before = sent().length
    let label: unknown
    for (let asked = 0; asked < 9 && label === undefined; asked += 1) {
      upstream.script(CALL, TAKEN)
      label = (await (await tabs.guest()).ask(report)).event["label"]
    }
    expect(label).toBe("tooManyAttempts")
    expect(sent().length - before).toBeLessThan(9)
  })
})
