/** The browser's answer when the gateway's own stores fail under a command: never success. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { OpenSessionId } from "@foldcast/contracts/ids"
import {
  SessionRefused,
  type SessionStoreShape,
  SessionsUnavailable,
} from "@foldcast/gateway/sessions/session-store"
import { type TestTab, TestTabs } from "../support/test-tabs.ts"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

const LOG_OUT: Command = { _tag: "LogOut" }

describe("a command whose session store fails", () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  let tabs: TestTabs
  let here: TestTab
  /** Replaces the ending of a session; null: the original. */
  let fault: SessionStoreShape["end"] | null = null

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    gateway = await startGateway({
      upstream: upstream.url,
      logged: [],
      sessions: (store) => ({ ...store, end: (...args) => (fault ?? store.end)(...args) }),
    })
    tabs = new TestTabs(upstream, () => gateway.url)
  })
  beforeEach(async () => {
    const id = `m-${randomUUID()}`
    const email = `${id}@example.test`
    here = await tabs.member(upstream.addMember({ id, email, password: "geheim1", credits: 1 }))
  })
  afterEach(() => {
    fault = null
    tabs.close()
    upstream.clear()
  })
  afterAll(async () => {
    await gateway.close()
    await upstream.close()
    await removeDirectory(gateway.dataDir)
  })

  const breakStore = () => {
    fault = () => Effect.fail(new SessionsUnavailable({ operation: "end", detail: "disk" }))
  }

  it("is not admitted, has told nothing, and can be sent again", async () => {
    const commandId = randomUUID()
    breakStore()
    const refused = await here.browser.command(here.visit, LOG_OUT, { commandId })
    expect(refused).toMatchObject({ status: 503, body: { label: "request.unavailable" } })
    expect(await here.browser.get("/api/session")).toMatchObject({
      body: { member: { memberId: expect.any(String) } },
    })
    expect(here.stream.tags).not.toContain("LoggedOut")
    fault = null
    expect(await here.browser.command(here.visit, LOG_OUT, { commandId })).toMatchObject({
      status: 202,
    })
    await here.stream.event("LoggedOut")
  })

  it("reports that this session was not ended, instead of that it was", async () => {
    const { body } = await here.browser.get("/api/sessions")
    const [own] = (body as { readonly sessions: ReadonlyArray<{ readonly id: string }> }).sessions
    breakStore()
    const end: Command = { _tag: "EndSession", sessionId: own?.id as OpenSessionId }
    const { event, src } = await here.ask(end)
    expect(event).toEqual({ _tag: "SessionEndRefused", label: "unavailable" })
    expect(src).toEqual({ from: "gateway" })
    expect(here.stream.tags).not.toContain("SessionEnded")
  })

  it("lets another member in at a computer whose session was over already", async () => {
    fault = () => Effect.fail(new SessionRefused({ why: "unknown" }))
    const other = { id: `m-${randomUUID()}`, email: "other@example.test", password: "geheim2" }
    upstream.addMember({ ...other, credits: 1 })
    const { email, password } = other
    const { status } = await here.browser.command(here.visit, { _tag: "LogIn", email, password })
    expect(status).toBe(202)
    expect(await here.browser.get("/api/session")).toMatchObject({
      body: { member: { memberId: other.id } },
    })
  })

  it("reports the outcome of a broken command as unknown, and runs it no second time", async () => {
    const commandId = randomUUID()
    let runs = 0
    fault = () => {
      runs += 1
      return Effect.die("a broken invariant")
    }
    const broken = await here.browser.command(here.visit, LOG_OUT, { commandId })
    expect(broken).toMatchObject({ status: 500, body: { label: NO_ANSWER } })
    const again = await here.browser.command(here.visit, LOG_OUT, { commandId })
    expect([again.status, runs]).toEqual([409, 1])
  })
})
