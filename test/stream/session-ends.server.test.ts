/** The longest life of a session, and how its end is reported (ADR 0044). */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AccountScene } from "../support/account-scene.ts"
import type { TestBrowser } from "../support/member-browser.ts"

const DAYS = 7
const DAY_MS = 86_400_000
const SESSION_ENDED = 4_401

describe("a member's session of the greatest length", () => {
  let scene: AccountScene

  beforeAll(async () => {
    scene = await AccountScene.start({ SESSION_DAYS: String(DAYS) })
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  /** Sets the log-in time that far back; the token is valid for longer, and the session is in daily use. */
  const loggedInAgo = (ms: number) => {
    const db = new DatabaseSync(join(scene.gateway.dataDir, "store.db"))
    db.prepare("UPDATE sessions SET started_at = ?").run(Date.now() - ms)
    db.close()
  }
  const isGuest = async (browser: TestBrowser) => {
    const next = scene.tabs.reconnected(browser)
    await next.page("/")
    expect(await next.get("/api/session")).toMatchObject({ body: { member: null } })
  }

  it("ends like one that expired, told in its tabs, and the next page is a guest's", async () => {
    const { browser, stream } = await entered("anna")
    loggedInAgo(DAYS * DAY_MS)
    await isGuest(browser)
    expect(await stream.end()).toBe(SESSION_ENDED)
    expect((await stream.event("LoggedOut")).event).toMatchObject({ reason: "expired" })
  })

  it("is not prolonged by an exchanged token: its tab is told of the end by itself", async () => {
    const { browser, stream, ask } = await entered("anna")
    // Reads the session first, so that the command still finds it as it was.
    await browser.get("/api/session")
    loggedInAgo(DAYS * DAY_MS)
    await ask({ _tag: "ChangeUsername", username: "anna-anders", where: "settings" })
    expect(await stream.end()).toBe(SESSION_ENDED)
    expect((await stream.event("LoggedOut")).event).toMatchObject({ reason: "expired" })
  })

  it("is a guest's at the next start", async () => {
    const { browser } = await entered("anna")
    await scene.restart(() => loggedInAgo(DAYS * DAY_MS))
    await isGuest(browser)
  })

  it("goes on until then", async () => {
    const { browser, id } = await entered("anna")
    await scene.restart(() => loggedInAgo((DAYS - 1) * DAY_MS))
    const here = await scene.tabs.tab(scene.tabs.reconnected(browser))
    await here.ask({ _tag: "ChangeUsername", username: "anna-anders", where: "settings" })
    expect(await here.browser.get("/api/session")).toMatchObject({
      body: { member: { memberId: id } },
    })
  })

  const entered = async (name: string) => {
    const member = scene.member(name)
    const tab = await scene.tabs.member(member)
    return {
      id: member.id,
      browser: tab.browser,
      stream: tab.stream,
      ask: tab.ask.bind(tab),
    }
  }
})
