/**
 * Favourites over the real stream: who receives a change, what a refusal contains, and which list is the latest.
 */
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab, TestTabs } from "../support/test-tabs.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

const add = (performerId: string) => ({ _tag: "AddFavourite", performerId }) as const
const remove = (performerId: string) => ({ _tag: "RemoveFavourite", performerId }) as const

const WARNING = "a favourite was not changed"

describe("a member's favourites", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember
  const members = new Set<string>()

  beforeAll(async () => {
    scene = await AccountScene.start({ MEMBER_API_WRITE_TIMEOUT_MS: "2000" })
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const lists = ({ stream }: TestTab) =>
    stream.events.flatMap(({ event }) =>
      event._tag === "FavouritesListed" ? [event["performerIds"] as ReadonlyArray<string>] : [],
    )

  /**
   * A computer of a logged-in member whose list has arrived; for the first computer it comes with the member's
   * socket.
   */
  const member = async (who = anna) => {
    const isFirst = !members.has(who.id)
    members.add(who.id)
    const tab = await tabs.member(who)
    await tab.stream.until(() => lists(tab).length >= (isFirst ? 2 : 1))
    return tab
  }

  const warnings = () => scene.logged.filter((line) => line.includes(WARNING))

  it("are listed after the log-in as the upstream has them, newest first [API-016]", async () => {
    upstream.favourites.set(anna.id, ["p2", "p1"])
    const here = await member()
    expect(lists(here)[0]).toEqual(["p2", "p1"])
    expect(upstream.last("GET /favourite").headers["authorization"]).toMatch(/^Bearer /u)
  })

  it("are added for every browser of the member, with the command for the one that asked [API-017]", async () => {
    const [here, there] = [await member(), await member()]
    const commandId = randomUUID()
    const { event, scope } = await here.ask(add("p7"), commandId)
    expect([event, scope]).toEqual([{ _tag: "FavouriteAdded", performerId: "p7" }, "member"])
    expect((await there.stream.event("FavouriteAdded")).event).toEqual(event)
    expect(upstream.last("POST /favourite").body).toEqual({ performerId: "p7" })
    expect(upstream.favourites.get(anna.id)).toEqual(["p7"])
  })

  it("are removed for every browser of the member [API-018]", async () => {
    upstream.favourites.set(anna.id, ["p7", "p8"])
    const [here, there] = [await member(), await member()]
    const { event } = await here.ask(remove("p7"))
    expect(event).toEqual({ _tag: "FavouriteRemoved", performerId: "p7" })
    expect((await there.stream.event("FavouriteRemoved")).event).toEqual(event)
    expect(upstream.last("DELETE /favourite").body).toEqual({ performerId: "p7" })
  })

  it("are not told to another member", async () => {
    const here = await member()
    const robin = await member(scene.member("robin"))
    await here.ask(add("p7"))
    await robin.ask(add("p9"))
    const told = robin.stream.events.filter(({ event }) => event._tag === "FavouriteAdded")
    expect(told.map(({ event }) => event["performerId"])).toEqual(["p9"])
  })

  it("change by what the member socket says, when made elsewhere [PROFILE-14] [API-097]", async () => {
    const here = await member()
    upstream.emit(anna.id, "favourite-add", { performerId: 12 })
    const added = await here.stream.event("FavouriteAdded")
    expect(added).toMatchObject({ event: { performerId: "12" }, src: { from: "member-socket" } })
    expect(added.cause).toBeUndefined()
    upstream.emit(anna.id, "favourite-remove", { performerId: "12" })
    expect((await here.stream.event("FavouriteRemoved")).event["performerId"]).toBe("12")
  })

  it("do not exist for a guest: the upstream is not asked [PROFILE-11]", async () => {
    const guest = await tabs.guest()
    for (const command of [add("p7"), remove("p7")]) {
      const { event } = await guest.ask(command)
      expect(event).toEqual({ _tag: "FavouriteRefused", performerId: "p7", label: "unauthorized" })
    }
    expect(upstream.calls.some((call) => call.endsWith("/favourite"))).toBe(false)
  })

  it.each([
    ["refuses with a label", { status: 404, body: { label: "notFound" } }, "notFound"],
    ["refuses without one", { status: 400, body: {} }, "undefined"],
  ])("are refused where the upstream %s, with a warning [ERR-32]", async (_, answer, label) => {
    const [here, there] = [await member(), await member()]
    for (const [call, command] of [
      ["POST /favourite", add("p7")],
      ["DELETE /favourite", remove("p7")],
    ] as const) {
      upstream.script(call, answer)
      const { event, scope } = await here.ask(command)
      expect(event).toEqual({ _tag: "FavouriteRefused", performerId: "p7", label })
      expect(scope).toBe("visit")
    }
    expect(warnings()).toEqual([expect.stringContaining(label), expect.stringContaining(label)])
    // No log contains a favourite.
    expect(warnings().join()).not.toContain("p7")
    expect(there.heard("FavouriteRefused")).toBe(0)
  })

  it("are as the list says where the outcome of a change is unknown, with a warning [ERR-32]", async () => {
    upstream.favourites.set(anna.id, ["p1"])
    const here = await member()
    upstream.script("POST /favourite", "hang")
    const asked = here.ask(add("p7"))
    await upstream.until(() => upstream.calls.includes("POST /favourite"))
    // The change took effect, but its event was lost.
    upstream.favourites.set(anna.id, ["p7", "p1"])
    const { event } = await asked
    expect(event).toMatchObject({ _tag: "FavouriteRefused", label: "outcomeUnknown" })
    expect(warnings()).toHaveLength(1)
    await here.stream.until(() => lists(here).at(-1)?.join() === "p7,p1")
    expect(upstream.calls.filter((call) => call === "POST /favourite")).toHaveLength(1)
  })

  it("end with the session whose token the upstream refuses", async () => {
    const [here, there] = [await member(), await member()]
    upstream.script("POST /favourite", { status: 401, body: { label: "unauthorized" } })
    const { event } = await here.ask(add("p7"))
    expect(event).toMatchObject({ _tag: "FavouriteRefused", label: "unauthorized" })
    expect(await here.stream.end()).toBe(4401)
    expect(here.stream.tags.at(-1)).toBe("LoggedOut")
    expect(there.stream.closed).toBe(null)
  })

  it("never go back to a list that a change has overtaken", async () => {
    upstream.favourites.set(anna.id, ["p1"])
    const here = await member()
    let release = () => undefined as void
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    // A stale list: the change overtakes it.
    const past = { favourites: [{ performerId: "p1" }] }
    upstream.script("GET /favourite", { status: 200, body: past, after: gate })
    upstream.calls.length = 0
    const other = await tabs.tab(here.browser)
    await upstream.until(() => upstream.calls.includes("GET /favourite"))
    upstream.favourites.set(anna.id, ["p2", "p1"])
    upstream.emit(anna.id, "favourite-add", { performerId: "p2" })
    await other.stream.event("FavouriteAdded")
    release()
    await other.stream.event("FavouritesListed")
    expect(lists(other)).toEqual([["p2", "p1"]])
    expect(upstream.calls.filter((call) => call === "GET /favourite")).toHaveLength(2)
    expect(lists(here).slice(2)).toEqual([["p2", "p1"]])
  })

  it("are asked for again until they come, and failures are logged and not shown", async () => {
    upstream.favourites.set(anna.id, ["p1"])
    upstream.script("GET /favourite", "cut", "cut", "cut", "cut", "cut", "cut")
    const here = await tabs.member(anna)
    await here.stream.event("FavouritesListed")
    expect(lists(here)[0]).toEqual(["p1"])
    const warned = scene.logged.filter((line) => line.includes("account is not heard"))
    expect(warned).toHaveLength(1)
    expect(warned[0]).toContain("favourites")
    expect(here.heard("FavouriteRefused")).toBe(0)
  })
})
