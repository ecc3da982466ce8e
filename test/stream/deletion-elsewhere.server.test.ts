/** An account that was deleted at another gateway, while this gateway cannot end one of its sessions. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { MemberId } from "@foldcast/contracts/ids"
import { writerOf } from "@foldcast/gateway/log/writer"
import { SessionsUnavailable } from "@foldcast/gateway/sessions/session-store"
import { TestTabs } from "../support/test-tabs.ts"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

let upstream: ScriptedUpstream
let gateway: TestGateway
let tabs: TestTabs
let failures = 0
let isBroken = false

beforeAll(async () => {
  upstream = await ScriptedUpstream.start()
  gateway = await startGateway({
    upstream: upstream.url,
    logged: [],
    environment: { DELETED_ACCOUNTS_EVERY_MS: "100" },
    sessions: (store) => ({
      ...store,
      end: (...args) => {
        if (!isBroken) return store.end(...args)
        failures += 1
        return Effect.fail(new SessionsUnavailable({ operation: "end", detail: "disk" }))
      },
    }),
  })
  tabs = new TestTabs(upstream, () => gateway.url)
})
afterAll(async () => {
  tabs.close()
  await gateway.close()
  await upstream.close()
  await removeDirectory(gateway.dataDir)
})

it("a member who was deleted at another gateway loses the visits here once the store answers again, without a restart", async () => {
  const id = `m-${randomUUID()}`
  const member = { id, email: `${id}@example.test`, password: "geheim1", credits: 1 }
  const here = await tabs.member(upstream.addMember(member))
  const captured = async () => {
    const headers = { Authorization: "Bearer test-support-token-0000", "X-Reason": "a test" }
    return (await fetch(new URL(`/support/captures/${here.visit}`, gateway.url), { headers }))
      .status
  }
  expect(await captured()).toBe(200)
  isBroken = true
  const accounts = [writerOf(MemberId.make(id))]
  const told = { status: 200, body: { accounts, total: 1 } }
  upstream.script("GET /deleted-accounts", told)
  await expect.poll(() => failures).toBeGreaterThan(0)
  expect(await captured()).toBe(200)
  upstream.script("GET /deleted-accounts", { status: 200, body: { accounts: [], total: 1 } })
  isBroken = false
  expect(await here.stream.end()).toBe(4_401)
  await expect.poll(captured).toBe(404)
})
