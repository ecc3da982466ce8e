/** A deleted account: which facts are sent, what ends, and what remains of it, wherever the gateway crashes. */
import { randomUUID } from "node:crypto"
import { cp, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Layer, Redacted, Result } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { MemberId } from "@foldcast/contracts/ids"
import { GatewayConfig, readConfig } from "@foldcast/gateway/config"
import { Ids } from "@foldcast/gateway/ids"
import { AccountDeletions } from "@foldcast/gateway/store/account-deletions"
import { DurableStore } from "@foldcast/gateway/store/durable-store"
import { AccountScene } from "../support/account-scene.ts"
import { removeDirectory, temporaryDirectory } from "../support/gateway.ts"
import type { TestTab, TestTabs } from "../support/test-tabs.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

describe("deleting an account", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember
  let bert: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start({
      MEMBER_API_WRITE_TIMEOUT_MS: "2000",
      MEMBER_API_READ_TIMEOUT_MS: "2000",
      RATE_FAILED_LOG_INS_PER_ACCOUNT: "3/15m",
    })
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna", { username: "Naam-anna" })
    bert = scene.member("bert", { username: "Naam-bert" })
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const remove = (username = "naam-ANNA", password = "geheim1"): Command => ({
    _tag: "DeleteAccount",
    username,
    password,
  })

  const keptVisits = async (member: ScriptedMember): Promise<number> => {
    const response = await fetch(
      new URL(`/support/captures?member=${member.id}`, scene.gateway.url),
      {
        headers: { Authorization: "Bearer test-support-token-0000", "X-Reason": "test" },
      },
    )
    const { captures } = (await response.json()) as { readonly captures: ReadonlyArray<unknown> }
    return captures.length
  }
  const forgotten = async (member: ScriptedMember) => {
    while ((await keptVisits(member)) > 0);
  }
  const isOver = async ({ browser, visit }: TestTab) =>
    (await tabs.reconnected(browser).command(visit, { _tag: "LoadWallet" })).status === 401

  it("is told to the visit that asked, also where the member socket hears of it first", async () => {
    const here = await tabs.member(anna)
    let release = () => undefined as void
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    // The upstream has deleted the account and closes the member's socket; its answer is still in transit.
    upstream.script("DELETE /member", { status: 200, body: {}, after: gate })
    const commandId = randomUUID()
    const answered = here.browser.command(here.visit, remove(), { commandId })
    await upstream.until(() => upstream.calls.includes("DELETE /member"))
    // By now the log-in's own requests are answered.
    await here.stream.event("FavouritesListed")
    upstream.script("GET /credits", { status: 403, body: { label: "forbidden" } })
    upstream.calls.length = 0
    upstream.cutSockets()
    await upstream.until(() => upstream.calls.includes("GET /credits"))
    release()
    await answered
    expect(await here.stream.end()).toBe(4401)
    expect(here.stream.events.at(-2)).toMatchObject({
      cause: commandId,
      event: { _tag: "AccountDeleted" },
    })
    expect((await here.stream.event("LoggedOut")).event).toMatchObject({ reason: "deleted" })
  })

  it("is told, then logs out everywhere, then deletes what the member's visits held [API-008]", async () => {
    const here = await tabs.member(anna)
    const tab = await tabs.tab(here.browser)
    const there = await tabs.member(anna)
    const stranger = await tabs.member(bert)
    const { cookie } = here.browser
    const { event, seq } = await here.ask(remove())
    expect(event).toEqual({ _tag: "AccountDeleted" })
    expect(upstream.last("DELETE /member").body).toEqual({
      memberId: anna.id,
      password: "geheim1",
    })
    for (const { stream } of [here, tab, there]) {
      expect(await stream.end()).toBe(4401)
      expect((await stream.event("LoggedOut")).event).toMatchObject({ reason: "deleted" })
      expect(stream.tags.at(-1)).toBe("LoggedOut")
    }
    expect((await here.stream.event("LoggedOut")).seq).toBeGreaterThan(seq)
    await forgotten(anna)
    expect(await isOver(there)).toBe(true)
    expect(here.browser.cookie).not.toBe(cookie)
    expect(await here.browser.get("/api/session")).toMatchObject({ body: { member: null } })
    expect(stranger.stream.tags).not.toContain("LoggedOut")
    expect(await keptVisits(bert)).toBe(1)
  })
  it("is not undone by a backup that is restored, and the restoring is logged", async () => {
    const here = await tabs.member(anna)
    await tabs.member(bert)
    const { dataDir } = scene.gateway
    const backup = await temporaryDirectory()
    const databases = async () =>
      (await readdir(dataDir)).filter((name) => /^(?:visits|store)\.db/u.test(name))
    await scene.restart(async () => {
      for (const name of await databases()) await cp(join(dataDir, name), join(backup, name))
    })
    const again = await tabs.member(anna)
    expect((await again.ask(remove())).event).toEqual({ _tag: "AccountDeleted" })
    await forgotten(anna)
    scene.logged.length = 0
    await scene.restart(async () => {
      for (const name of await databases()) await rm(join(dataDir, name))
      for (const name of await readdir(backup)) await cp(join(backup, name), join(dataDir, name))
    })
    expect(await keptVisits(anna)).toBe(0)
    expect(await keptVisits(bert)).toBe(1)
    expect(scene.logged.join("\n")).toContain("deleted accounts had come back")
    const session = await fetch(new URL("/api/session", scene.gateway.url), {
      headers: { Cookie: here.browser.cookie ?? "" },
    })
    expect(await session.json()).toMatchObject({ member: null })
    const list = await readFile(join(dataDir, "deleted-accounts.txt"), "utf8")
    expect(list).not.toContain(anna.id)
    await removeDirectory(backup)
  })
  it.each([
    ["no password", () => remove(undefined, " "), "required"],
    ["another name", () => remove("naam-bert"), "anotherName"],
  ] as const)(
    "is asked for with the password, for the account that was shown: %s deletes nothing",
    async (_, command, label) => {
      const here = await tabs.member(anna)
      expect((await here.ask(command())).event).toEqual({ _tag: "AccountDeletionRefused", label })
      expect(upstream.calls).not.toContain("DELETE /member")
    },
  )
  it("deletes nothing with a wrong password, which may be guessed no more often than at the log-in", async () => {
    const here = await tabs.member(anna)
    const guess = async () => (await here.ask(remove(undefined, "wrong-1"))).event
    expect(await guess()).toEqual({ _tag: "AccountDeletionRefused", label: "incorrectPassword" })
    await guess()
    await guess()
    expect(await guess()).toMatchObject({ label: "tooManyAttempts" })
    expect((await here.ask(remove())).event).toMatchObject({ label: "tooManyAttempts" })
    expect(await keptVisits(anna)).toBe(1)
  })
  it("goes by the name the member has now", async () => {
    const here = await tabs.member(anna)
    anna.username = "hernoemd"
    expect((await here.ask(remove())).event).toMatchObject({ label: "anotherName" })
    expect((await here.ask(remove("hernoemd"))).event).toEqual({ _tag: "AccountDeleted" })
  })
  it("is not begun where that could not be stored", async () => {
    const here = await tabs.member(anna)
    const store = new DatabaseSync(join(scene.gateway.dataDir, "store.db"), { timeout: 5_000 })
    store.exec("ALTER TABLE account_deletions RENAME TO not_there")
    try {
      expect((await here.ask(remove())).event).toEqual({
        _tag: "AccountDeletionRefused",
        label: "unavailable",
      })
      expect(upstream.calls).not.toContain("DELETE /member")
    } finally {
      store.exec("ALTER TABLE not_there RENAME TO account_deletions")
      store.close()
    }
  })
  it("cannot be asked for by a guest", async () => {
    const guest = await tabs.guest()
    expect((await guest.ask(remove())).event).toMatchObject({ label: "unauthorized" })
  })
  it("leaves everything as it is when the upstream refuses", async () => {
    const here = await tabs.member(anna)
    upstream.script("DELETE /member", { status: 400, body: { label: "tooManyAttempts" } })
    expect((await here.ask(remove())).event).toEqual({
      _tag: "AccountDeletionRefused",
      label: "tooManyAttempts",
    })
    await here.ask({ _tag: "LoadWallet" })
    expect(await keptVisits(anna)).toBe(1)
  })

  describe("without an answer", () => {
    it("is told as unknown while the account is still there, and is not sent again", async () => {
      const here = await tabs.member(anna)
      upstream.script("DELETE /member", "cut")
      expect((await here.ask(remove())).event).toMatchObject({ label: "outcomeUnknown" })
      expect(upstream.calls.filter((call) => call === "DELETE /member")).toHaveLength(1)
      await here.ask({ _tag: "LoadWallet" })
    })
    it.each([
      ["a proxy's page", { status: 403, body: "<html>Forbidden</html>" }],
      ["a path that does not exist", { status: 404, body: { label: "notFound" } }],
      ["a key that is refused", { status: 401, body: { label: "apiKeyRefused" } }],
      ["an expired token", { status: 401, body: { label: "unauthorized" } }],
    ])(
      "is no deletion yet because of %s, and is asked about until it is known",
      async (_, answer) => {
        const here = await tabs.member(anna)
        upstream.script("DELETE /member", "cut")
        const asked = here.ask(remove())
        await upstream.until(() => upstream.calls.includes("DELETE /member"))
        upstream.standIn = answer
        expect((await asked).event).toMatchObject({ label: "outcomeUnknown" })
        expect(await keptVisits(anna)).toBe(1)
        expect(here.stream.tags).not.toContain("LoggedOut")
        upstream.standIn = null
        upstream.members.delete(anna.id)
        await scene.restart(() => undefined)
        await forgotten(anna)
      },
    )
    it("is carried out when the account turns out to be gone", async () => {
      const here = await tabs.member(anna)
      upstream.script("DELETE /member", "hang")
      const asked = here.ask(remove())
      await upstream.until(() => upstream.calls.includes("DELETE /member"))
      upstream.members.delete(anna.id)
      expect((await asked).event).toEqual({ _tag: "AccountDeleted" })
      await forgotten(anna)
    })
  })

  describe("while the gateway dies", () => {
    /** The state on disk when a gateway crashed between the upstream request and its own part. */
    const leaveUnfinished = (member: ScriptedMember) => {
      const config = Result.getOrThrow(readConfig({ DATA_DIR: scene.gateway.dataDir }))
      const accountDeletions = AccountDeletions.layer.pipe(
        Layer.provide(Layer.mergeAll(Ids.layer, Layer.succeed(GatewayConfig, config))),
        Layer.provide(DurableStore.layer({ directory: config.dataDir, maxKeptAnswerBytes: 0 })),
      )
      return AccountDeletions.use(({ begin }) =>
        begin({
          memberId: MemberId.make(member.id),
          username: "",
          verified: true,
          token: Redacted.make(upstream.tokenOf(member.id)),
          tokenExpiresAt: Date.now() + 3_600_000,
        }),
      ).pipe(Effect.provide(accountDeletions), Effect.runPromise)
    }

    it("is finished by the next one, when the account is gone", async () => {
      const here = await tabs.member(anna)
      const other = await tabs.member(bert)
      await scene.restart(async () => {
        await leaveUnfinished(anna)
        upstream.members.delete(anna.id)
      })
      await forgotten(anna)
      expect(await isOver(here)).toBe(true)
      expect(await isOver(other)).toBe(false)
      expect(upstream.calls).not.toContain("DELETE /member")
    })
    it("changes nothing, when the account is still there", async () => {
      const here = await tabs.member(anna)
      await scene.restart(async () => {
        await leaveUnfinished(anna)
        upstream.calls.length = 0
      })
      await upstream.until(() => upstream.calls.includes("GET /basic-info"))
      const again = await tabs.tab(tabs.reconnected(here.browser))
      await again.ask({ _tag: "LoadWallet" })
      expect(again.stream.tags).not.toContain("LoggedOut")
      expect(await keptVisits(anna)).toBe(2)
    })
  })
})
