/**
 * Answers of 401 and 403 that say nothing about a member: a proxy's page, an error of another shape, a refused API
 * key. They log nobody out, and the operator can see which it was.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTabs } from "../support/test-tabs.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

const KEY = "development-member-api-key"

describe("a refusal that is not about the member", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start()
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const ready = async () => {
    const response = await fetch(new URL("/health/ready", scene.gateway.url))
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  const keyRefusals = () =>
    scene.logged.filter((line) => line.includes("refuses the gateway's key"))

  it.each([
    ["a proxy's page with 403", { status: 403, body: "<html>Forbidden</html>" }],
    ["a proxy's page with 401", { status: 401, body: "<html>Log in</html>" }],
    ["a 401 of another shape", { status: 401, body: { error: "unauthorized" } }],
    ["a 403 with another label", { status: 403, body: { label: "badRequest.country" } }],
    ["a refused key", { status: 401, body: { label: "apiKeyRefused" } }],
  ])("ends no session: %s", async (_, answer) => {
    const here = await tabs.member(anna)
    upstream.standIn = answer
    const tab = await tabs.tab(here.browser)
    expect(tab.stream.tags.slice(0, 4)).toEqual([
      "VisitStarted",
      "LoggedIn",
      "MemberRefused",
      "SourceInterrupted",
    ])
    await tab.ask({ _tag: "AddFavourite", performerId: "p-1" })
    await tab.ask({
      _tag: "DeleteAccount",
      username: anna.username ?? "",
      password: anna.password,
    })
    for (const { stream } of [here, tab]) expect(stream.tags).not.toContain("LoggedOut")
    // A new gateway has no open circuit to wait for.
    await scene.restart(() => {
      upstream.standIn = null
    })
    const browser = tabs.reconnected(here.browser)
    const again = await tabs.tab(browser)
    await again.stream.event("MemberLoaded")
    expect(again.stream.tags).not.toContain("LoggedOut")
    expect(await browser.get("/api/session")).toMatchObject({
      body: { member: { memberId: anna.id } },
    })
  })

  it("names the key to the operator, once in the log and while it lasts in readiness", async () => {
    const here = await tabs.member(anna)
    expect(await ready()).toMatchObject({ status: 200, body: { status: "ready" } })
    // The request is sent with a valid key, which is refused by the time of the answer.
    const late = Promise.withResolvers<void>()
    upstream.calls.length = 0
    upstream.script("GET /credits", {
      status: 200,
      body: { credits: 120 },
      after: late.promise,
    })
    const tab = await tabs.tab(here.browser)
    await upstream.until(() => upstream.calls.includes("GET /credits"))
    upstream.refusedKey = KEY
    await here.ask({ _tag: "AddFavourite", performerId: "p-1" })
    const told = tab.heard("CreditsChanged")
    late.resolve()
    await tab.stream.until(() => tab.heard("CreditsChanged") > told)
    await here.ask({ _tag: "AddFavourite", performerId: "p-2" })
    expect(await ready()).toMatchObject({
      status: 200,
      body: { status: "degraded", checks: { log: "up", memberApiKey: "refused" } },
    })
    expect(keyRefusals()).toHaveLength(1)
    expect(keyRefusals()[0]).toContain("MEMBER_API_KEY")
    upstream.refusedKey = null
    await here.ask({ _tag: "AddFavourite", performerId: "p-1" })
    expect(await ready()).toMatchObject({ body: { status: "ready" } })
  })

  it("keeps the member socket trying when the key is refused there, and is told as an interruption", async () => {
    const here = await tabs.member(anna)
    upstream.refusedKey = KEY
    upstream.cutSockets()
    await here.stream.event("SourceInterrupted")
    while (keyRefusals().length === 0) await ready()
    upstream.refusedKey = null
    expect((await here.stream.event("SourceRestored")).event).toMatchObject({
      source: "member-socket",
    })
    expect(here.stream.tags).not.toContain("LoggedOut")
  })
})
