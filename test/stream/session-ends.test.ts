/** How long a session lasts at the most, and how its end is told (ADR 0044). */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"

const DAYS = 7
const DAY_MS = 86_400_000
const SESSION_ENDED = 4_401
/** Of its last seconds a tab is to hear the end while it looks. */
const LEFT_MS = 3_000

describe("a member's session that lasted as long as any may", () => {
  let scene: AccountScene

  beforeAll(async () => {
    scene = await AccountScene.start({ SESSION_DAYS: String(DAYS) })
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  /** As if the member had logged in so long ago; the token is good for longer, and the session in daily use. */
  const loggedInAgo = (ms: number) =>
    scene.restart(() => {
      const db = new DatabaseSync(join(scene.gateway.dataDir, "store.db"))
      db.prepare("UPDATE sessions SET started_at = ?").run(Date.now() - ms)
      db.close()
    })

  it("ends like one that ran out, told in every tab, and the next page is a guest's", async () => {
    const { browser } = await scene.computers.member(scene.member("anna"))
    await loggedInAgo(DAYS * DAY_MS - LEFT_MS)
    const { stream } = await scene.computers.tab(scene.computers.atHand(browser))
    expect(await stream.end()).toBe(SESSION_ENDED)
    expect((await stream.event("LoggedOut")).event).toMatchObject({ reason: "expired" })
    const next = scene.computers.atHand(browser)
    await next.page("/")
    expect(await next.get("/api/session")).toMatchObject({ body: { member: null } })
  })

  it("goes on until then, whatever tokens were exchanged", async () => {
    const anna = scene.member("anna")
    const { browser } = await scene.computers.member(anna)
    await loggedInAgo(DAYS * DAY_MS - 60_000)
    const here = await scene.computers.tab(scene.computers.atHand(browser))
    await here.ask({ _tag: "ChangeUsername", username: "anna-anders", where: "settings" })
    expect(await here.browser.get("/api/session")).toMatchObject({
      body: { member: { memberId: anna.id } },
    })
    await loggedInAgo(DAYS * DAY_MS)
    const later = scene.computers.atHand(here.browser)
    await later.page("/")
    expect(await later.get("/api/session")).toMatchObject({ body: { member: null } })
  })
})
