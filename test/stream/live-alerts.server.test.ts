/** Live alerts over the real stream: who hears of a change, and which list is the latest. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"
import type { TestTabs } from "../support/test-tabs.ts"

const set = (performerId: string, isOn = true) =>
  ({ _tag: "SetLiveAlert", performerId, isOn }) as const
const LOAD = { _tag: "LoadLiveAlerts" } as const

describe("a member's live alerts", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start({ MEMBER_API_WRITE_TIMEOUT_MS: "2000" })
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  it("are asked for by who shows one, and are as the upstream has them", async () => {
    upstream.liveAlerts.set(anna.id, ["p2", "p1"])
    const here = await tabs.member(anna)
    expect(upstream.calls).not.toContain("GET /live-alert")
    const { event, scope } = await here.ask(LOAD)
    expect([event, scope]).toEqual([
      { _tag: "LiveAlertsListed", performerIds: ["p2", "p1"] },
      "member",
    ])
  })

  it("change for every browser of the member [ALERT-01]", async () => {
    const [here, there] = [await tabs.member(anna), await tabs.member(anna)]
    const { event } = await here.ask(set("p7"))
    expect(event).toEqual({ _tag: "LiveAlertChanged", performerId: "p7", isOn: true })
    expect((await there.stream.event("LiveAlertChanged")).event).toEqual(event)
    expect(upstream.last("PUT /live-alert").body).toEqual({ performerId: "p7", isOn: true })
    await here.ask(set("p7", false))
    expect(upstream.liveAlerts.get(anna.id)).toEqual([])
  })

  it("are asked for again where a change overtook the list", async () => {
    const [here, there] = [await tabs.member(anna), await tabs.member(anna)]
    const gate = Promise.withResolvers<void>()
    upstream.script("GET /live-alert", {
      status: 200,
      body: { liveAlerts: [] },
      after: gate.promise,
    })
    const list = here.ask(LOAD)
    await upstream.until(() => upstream.calls.includes("GET /live-alert"))
    await there.ask(set("p7"))
    gate.resolve()
    expect((await list).event).toEqual({ _tag: "LiveAlertsListed", performerIds: ["p7"] })
    expect(upstream.calls.filter((call) => call === "GET /live-alert")).toHaveLength(2)
  })

  it("do not exist for a guest: the upstream is not asked", async () => {
    const guest = await tabs.guest()
    const { event } = await guest.ask(set("p7"))
    expect(event).toEqual({ _tag: "LiveAlertRefused", performerId: "p7", label: "unauthorized" })
    expect(upstream.calls.some((call) => call.endsWith("/live-alert"))).toBe(false)
  })

  it("stay as they were where the upstream refuses or does not answer", async () => {
    const here = await tabs.member(anna)
    upstream.script("PUT /live-alert", { status: 404, body: { label: "notFound" } })
    expect((await here.ask(set("p7"))).event).toMatchObject({ label: "notFound" })
    upstream.script("PUT /live-alert", "hang")
    expect((await here.ask(set("p8"))).event).toMatchObject({
      _tag: "LiveAlertRefused",
      label: "outcomeUnknown",
    })
  })
})
