/**
 * The gateway's event loop never waits for the disk: the threads of the log and of the store do durable writes.
 * Syncs are counted while a member arrives, acts, is looked up by support and leaves.
 */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { DatabaseSync, StatementSync } from "node:sqlite"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { TestTabs } from "../support/test-tabs.ts"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

let upstream: ScriptedUpstream
let gateway: TestGateway
let tabs: TestTabs

beforeAll(async () => {
  upstream = await ScriptedUpstream.start()
  gateway = await startGateway({ upstream: upstream.url })
  tabs = new TestTabs(upstream, () => gateway.url)
})
afterAll(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  tabs.close()
  await gateway.close()
  await upstream.close()
  await removeDirectory(gateway.dataDir)
})

const support = (path: string) =>
  fetch(new URL(path, gateway.url), {
    headers: { Authorization: "Bearer test-support-token-0000", "X-Reason": "a complaint" },
  })

it("the gateway's event loop waits for no disk", async () => {
  const waits = [
    vi.spyOn(fs, "fsyncSync"),
    vi.spyOn(fs, "fdatasyncSync"),
    vi.spyOn(fs, "writeSync"),
    vi.spyOn(fs, "writeFileSync"),
    vi.spyOn(fs, "appendFileSync"),
    vi.spyOn(DatabaseSync.prototype, "exec"),
    vi.spyOn(StatementSync.prototype, "run"),
    vi.spyOn(StatementSync.prototype, "get"),
    vi.spyOn(StatementSync.prototype, "all"),
  ]
  syncBuiltinESMExports()

  const member = upstream.addMember({
    id: "m-sync",
    email: "sync@example.test",
    password: "geheim1",
    credits: 1,
  })
  const here = await tabs.member(member)
  await here.browser.command(here.visit, { _tag: "LoadWallet" })
  here.stream.sendText(
    JSON.stringify({
      k: "facts",
      visit: here.visit,
      epoch: (await here.stream.first("hello")).epoch,
      facts: [{ n: 1, after: 1, at: 0, fact: { _tag: "WalletOpened" } }],
    }),
  )
  expect(await here.stream.first("stored")).toMatchObject({ n: 1 })
  expect((await support("/support/captures")).status).toBe(200)
  const capture = await support(`/support/captures/${here.visit}`)
  expect((await capture.arrayBuffer()).byteLength).toBeGreaterThan(0)
  expect(await here.browser.command(here.visit, { _tag: "LogOut" })).toMatchObject({ status: 202 })

  const waited = waits.filter((one) => one.mock.calls.length > 0).map((one) => one.getMockName())
  expect(waited).toEqual([])
})
