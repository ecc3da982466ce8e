/** Blocks over the real stream: whom a member hears to be blocked, who hears of a change, and which list is the latest. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"
import type { TestTabs } from "../support/test-tabs.ts"

const block = (performerId: string) => ({ _tag: "BlockPerformer", performerId }) as const
const unblock = (performerId: string) => ({ _tag: "UnblockPerformer", performerId }) as const

describe("a member's blocks", () => {
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
  /** How often the upstream was asked about blocks at all. */
  const asked = () => upstream.received.filter(({ call }) => call.includes("/block")).length

  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  it("are told to who arrives, as the upstream has them [BLOCK-01]", async () => {
    upstream.blocks.set(anna.id, ["p2", "p1"])
    const here = await tabs.member(anna)
    const { event, scope } = await here.stream.event("BlocksListed")
    expect([event, scope]).toEqual([{ _tag: "BlocksListed", performerIds: ["p2", "p1"] }, "member"])
  })

  it("change for every browser of the member [BLOCK-01]", async () => {
    const [here, there] = [await tabs.member(anna), await tabs.member(anna)]
    const { event } = await here.ask(block("p7"))
    expect(event).toEqual({ _tag: "PerformerBlocked", performerId: "p7" })
    expect((await there.stream.event("PerformerBlocked")).event).toEqual(event)
    expect(upstream.blocks.get(anna.id)).toEqual(["p7"])
    expect((await here.ask(unblock("p7"))).event).toEqual({
      _tag: "PerformerUnblocked",
      performerId: "p7",
    })
    expect(upstream.blocks.get(anna.id)).toEqual([])
  })

  it("are asked for again where a change overtook the list", async () => {
    const gate = Promise.withResolvers<void>()
    const none = { status: 200, body: { blocks: [] } }
    upstream.script("GET /block", { ...none, after: gate.promise })
    const before = asked()
    const here = await tabs.member(anna)
    await upstream.until(() => asked() > before)
    await here.ask(block("p7"))
    gate.resolve()
    const { event } = await here.stream.event("BlocksListed")
    expect(event).toEqual({ _tag: "BlocksListed", performerIds: ["p7"] })
  })

  it("do not exist for a guest: the upstream is not asked", async () => {
    const guest = await tabs.guest()
    const before = asked()
    for (const command of [block("p7"), unblock("p7")]) {
      const { event, scope } = await guest.ask(command)
      expect(event).toEqual({ _tag: "BlockRefused", performerId: "p7", label: "unauthorized" })
      expect(scope).toBe("visit")
    }
    expect(asked()).toBe(before)
  })

  it("stay as they were where the upstream refuses or does not answer, and hold up nothing", async () => {
    const unknown = { status: 404, body: { label: "notFound" } }
    upstream.script("GET /block", unknown, unknown, unknown)
    const here = await tabs.member(anna)
    await here.stream.event("FavouritesListed")
    upstream.script("PUT /block/{id}", unknown)
    expect((await here.ask(block("p7"))).event).toMatchObject({ label: "notFound" })
    expect(here.heard("BlocksListed")).toBe(0)
    upstream.script("PUT /block/{id}", "hang")
    const before = asked()
    expect((await here.ask(block("p8"))).event).toMatchObject({
      _tag: "BlockRefused",
      label: "outcomeUnknown",
    })
    // Nobody knows whether it was changed: the list tells.
    await upstream.until(() => asked() > before + 1)
  })
})
