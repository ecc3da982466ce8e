/**
 * Account commands that ran when the gateway crashed and are retried afterwards: nothing that may have taken effect
 * is done twice, and every known outcome is reported.
 */
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { OpenSessionId } from "@foldcast/contracts/ids"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab, TestTabs } from "../support/test-tabs.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

/** A used passkey, with the fields that a gateway reads. */
const used = {
  id: "cHJpbWFyeQ",
  rawId: "cHJpbWFyeQ",
  type: "public-key",
  response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" },
} as const
const OLD = "geheim1"
const NEW = "nieuw22"

describe("a command that ran when the gateway died", () => {
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

  /** Leaves the receipt on disk as it is before its command has ended. */
  const dieDuring = (commandId: string) =>
    scene.restart(() => {
      const receipts = new DatabaseSync(join(scene.gateway.dataDir, "store.db"))
      receipts
        .prepare(
          `UPDATE receipts SET state = 'running', epoch = NULL, seq = NULL, status = NULL
           WHERE command = ?`,
        )
        .run(commandId)
      receipts.close()
    })

  /** Executes a command, crashes before its outcome is delivered, and retries it with the old cookie. */
  const twice = async (
    tab: TestTab,
    command: Command,
    /** Scripts the upstream for the second attempt. */
    scriptAgain: () => void = () => undefined,
  ) => {
    const commandId = randomUUID()
    const cookie = tab.browser.cookie
    await tab.ask(command, commandId)
    await dieDuring(commandId)
    upstream.calls.length = 0
    scriptAgain()
    tab.browser.cookie = cookie
    const browser = tabs.reconnected(tab.browser)
    const { status, body } = await browser.command(tab.visit, command, { commandId })
    if (status !== 202) throw new Error(`not admitted: ${status}`)
    const stream = await tabs.attach(browser, {
      visit: tab.visit,
      epoch: String(body["epoch"]),
      seq: "0",
    })
    const told = stream.events.filter(({ cause }) => cause === commandId)
    const from = told.findLast(
      ({ event }) => event._tag !== "MemberLoaded" && event._tag !== "CreditsChanged",
    )?.src.from
    return {
      last: told.at(-1)?.event,
      from,
      told: told.map(({ event }) => event._tag),
      browser,
      commandId,
    }
  }

  it("logs in by the token it has, since the link's is spent", async () => {
    upstream.links.set(`login-${anna.id}`, { member: anna.id, purpose: "login" })
    const guest = await tabs.guest()
    const { told, browser } = await twice(guest, {
      _tag: "LogInWithToken",
      token: `login-${anna.id}`,
    })
    expect(told).not.toContain("LogInRefused")
    expect(told.filter((tag) => tag === "LoggedIn")).toHaveLength(2)
    expect(upstream.calls).not.toContain("POST /login")
    expect(await browser.get("/api/session")).toMatchObject({
      body: { member: { memberId: anna.id } },
    })
  })

  it("logs in by the link where the gateway died before the link was checked", async () => {
    const token = `login-${anna.id}`
    upstream.links.set(token, { member: anna.id, purpose: "login" })
    upstream.script("POST /login", "cut")
    const { told } = await twice(await tabs.guest(), { _tag: "LogInWithToken", token })
    expect(told).toContain("LoggedIn")
    expect(upstream.last("POST /login").body).toEqual({ token })
  })

  describe("and registered a member", () => {
    const register = (): Command => {
      const { email, password } = anna
      return { _tag: "Register", email, password }
    }

    it("finds out by the log-in that the account was made, and makes no other", async () => {
      upstream.script("POST /member", { status: 200, body: { id: anna.id } })
      const { told } = await twice(await tabs.guest(), register())
      expect(told.filter((tag) => tag === "MemberRegistered")).toHaveLength(2)
      expect(told.filter((tag) => tag === "LoggedIn")).toHaveLength(2)
      expect(told).not.toContain("RegistrationRefused")
      expect(upstream.calls).not.toContain("POST /member")
    })

    it("makes none while the log-in cannot tell", async () => {
      upstream.script("POST /member", { status: 400, body: { label: "emailExists" } })
      const { last, from } = await twice(await tabs.guest(), register(), () =>
        upstream.script("POST /login", "cut"),
      )
      expect(last).toEqual({ _tag: "RegistrationRefused", label: "unavailable", fields: [] })
      expect(from).toBe("gateway")
      expect(upstream.calls).not.toContain("POST /member")
    })

    it("makes the account where the log-in says that there is none", async () => {
      upstream.script("POST /member", { status: 400, body: { label: "emailExists" } })
      const nobody = { ...register(), email: `nobody-${scene.turn}@example.test` } as Command
      const { last } = await twice(await tabs.guest(), nobody, () =>
        upstream.script("POST /member", { status: 400, body: { label: "usernameExists" } }),
      )
      expect(last).toMatchObject({ _tag: "RegistrationRefused", label: "usernameExists" })
    })
  })

  it("gives no cookie to whoever repeats a command that never changed it", async () => {
    const guest = await tabs.guest()
    const command: Command = { _tag: "LoadWallet" }
    const { browser, commandId } = await twice(guest, command)
    const before = browser.cookie
    const { email, password } = anna
    await browser.command(guest.visit, { _tag: "LogIn", email, password })
    expect(browser.cookie).not.toBe(before)
    await scene.restart(() => undefined)
    const copy = tabs.reconnected(browser)
    copy.cookie = before
    expect((await copy.command(guest.visit, command, { commandId })).status).toBe(202)
    expect(copy.cookie).toBe(before)
  })

  it("changes a password once, and reports the outcome as unknown", async () => {
    const here = await tabs.member(anna)
    const { last, from } = await twice(here, {
      _tag: "ChangePassword",
      password: OLD,
      newPassword: NEW,
      repeatNewPassword: NEW,
    })
    expect(last).toEqual({ _tag: "PasswordChangeRefused", label: "outcomeUnknown" })
    expect(from).toBe("gateway")
    expect(upstream.calls).not.toContain("PUT /member")
  })

  it("resets a password once, and reports the outcome as unknown", async () => {
    upstream.links.set(`reset-${anna.id}`, { member: anna.id, purpose: "reset" })
    const { last, from } = await twice(await tabs.guest(), {
      _tag: "ResetPassword",
      token: `reset-${anna.id}`,
      newPassword: NEW,
      repeatNewPassword: NEW,
    })
    expect(last).toEqual({ _tag: "PasswordChangeRefused", label: "outcomeUnknown" })
    expect(from).toBe("gateway")
    expect(upstream.calls).not.toContain("PUT /member")
  })

  it("reports that no password was reset where the link could not be tried", async () => {
    upstream.script("POST /login", "cut")
    const command: Command = {
      _tag: "ResetPassword",
      token: `reset-${anna.id}`,
      newPassword: NEW,
      repeatNewPassword: NEW,
    }
    const { last } = await twice(await tabs.guest(), command, () =>
      upstream.script("POST /login", { status: 400, body: { label: "tooManyAttempts" } }),
    )
    expect(last).toEqual({ _tag: "PasswordChangeRefused", label: "tooManyAttempts" })
  })

  it("opens no second payment session, and reports the first as unknown", async () => {
    const { last, from } = await twice(await tabs.member(anna), {
      _tag: "OpenPaymentSession",
      bundleId: "3",
      paymentMethod: "10",
      returnUrl: `${scene.gateway.url}/nl`,
      device: "desktop",
    })
    expect(last).toEqual({ _tag: "PaymentSessionUnknown" })
    expect(from).toBe("gateway")
    expect(upstream.calls).not.toContain("POST /payment/session")
  })

  it("finds the e-mail address and the username changed, and changes nothing again", async () => {
    const here = await tabs.member(anna)
    const email = `moved-${scene.turn}@example.test`
    const moved = await twice(here, {
      _tag: "ChangeEmail",
      email,
      repeatEmail: email,
      password: anna.password,
    })
    expect(moved.told).not.toContain("EmailChangeRefused")
    expect(moved.told.filter((tag) => tag === "EmailChangeRequested")).toHaveLength(2)
    expect(moved.from).toBe("gateway")
    expect(upstream.calls).not.toContain("PUT /member")
    const again = await tabs.tab(moved.browser)
    const renamed = await twice(again, {
      _tag: "ChangeUsername",
      username: `naam${scene.turn}`,
      where: "settings",
    })
    expect(renamed.told.filter((tag) => tag === "UsernameChanged")).toHaveLength(2)
    expect(renamed.from).toBe("gateway")
    expect(upstream.calls).not.toContain("POST /change-username")
  })

  it("adds a favourite once and removes one once, however often it is asked", async () => {
    upstream.favourites.set(anna.id, ["p-old"])
    const here = await tabs.member(anna)
    const added = await twice(here, { _tag: "AddFavourite", performerId: "p-new" })
    expect(added.told).toEqual(["FavouriteAdded", "FavouriteAdded"])
    expect(upstream.favourites.get(anna.id)).toEqual(["p-new", "p-old"])
    const again = await tabs.tab(added.browser)
    const removed = await twice(again, { _tag: "RemoveFavourite", performerId: "p-old" })
    expect(removed.told).toEqual(["FavouriteRemoved", "FavouriteRemoved"])
    expect(upstream.favourites.get(anna.id)).toEqual(["p-new"])
  })

  it("grants no credits twice for a link that was used", async () => {
    const fresh = upstream.addMember({ ...anna, verified: false })
    upstream.links.set(`verify-${anna.id}`, { member: anna.id, purpose: "verify" })
    const { last, told } = await twice(await tabs.guest(), {
      _tag: "Activate",
      token: `verify-${anna.id}`,
    })
    expect(told.filter((tag) => tag === "ActivationSucceeded")).toHaveLength(1)
    expect(last).toEqual({ _tag: "ActivationRefused", label: "verified" })
    expect(fresh.credits).toBe(240)
  })

  it("logs in by the token it has, since a passkey's challenge is spent", async () => {
    upstream.script("POST /login", { status: 200, body: { token: upstream.tokenOf(anna.id) } })
    const { told } = await twice(
      await tabs.guest(),
      { _tag: "LogInWithPasskey", passkey: used },
      () => upstream.script("POST /login", { status: 400, body: { label: "passkeyExpired" } }),
    )
    expect(told).not.toContain("LogInRefused")
    expect(told.filter((tag) => tag === "LoggedIn")).toHaveLength(2)
    expect(upstream.calls).not.toContain("POST /login")
  })

  describe("and was about a passkey", () => {
    const listing = (...ids: ReadonlyArray<string>) => {
      const of = { name: "Laptop", host: "site.example", createdAt: 0, lastUsedAt: null }
      const passkeys = ids.map((id) => ({ id, ...of }))
      return () => upstream.script("GET /passkeys", { status: 200, body: { passkeys } })
    }
    const register: Command = {
      _tag: "RegisterPasskey",
      name: "Laptop",
      credential: { ...used, response: { clientDataJSON: "e30", attestationObject: "AA" } },
    }
    const remove: Command = { _tag: "RemovePasskey", id: used.id, passkey: used }
    const done = (call: string) => upstream.script(call, { status: 200, body: {} })

    it("finds it in the list, and makes no other", async () => {
      done("POST /passkeys")
      const here = await tabs.member(anna)
      const { told } = await twice(here, register, listing(used.id))
      expect(told).toEqual(["PasskeyRegistered", "PasskeyRegistered"])
      expect(upstream.calls).not.toContain("POST /passkeys")
    })

    it("does not find it in the list, and removes no other", async () => {
      done("DELETE /passkeys")
      const here = await tabs.member(anna)
      const { told } = await twice(here, remove, listing("another"))
      expect(told).toEqual(["PasskeyRemoved", "PasskeyRemoved"])
      expect(upstream.calls).not.toContain("DELETE /passkeys")
    })

    it("does what the list says was not done", async () => {
      done("DELETE /passkeys")
      const here = await tabs.member(anna)
      const { last } = await twice(here, remove, () => {
        listing(used.id)()
        done("DELETE /passkeys")
      })
      expect(last).toEqual({ _tag: "PasskeyRemoved" })
      expect(upstream.calls).toContain("DELETE /passkeys")
    })
  })

  it("says that the other session is over, and ends nothing else", async () => {
    await tabs.member(anna)
    const here = await tabs.member(anna)
    const { body } = await here.browser.get("/api/sessions")
    const { sessions } = body as { readonly sessions: ReadonlyArray<{ readonly id: string }> }
    const sessionId = sessions[1]?.id as OpenSessionId
    const { last, browser } = await twice(here, { _tag: "EndSession", sessionId })
    expect(last).toEqual({ _tag: "SessionEnded", sessionId })
    expect(await browser.get("/api/session")).toMatchObject({
      body: { member: { memberId: anna.id } },
    })
  })

  it("deletes no account again while it is unknown whether it is gone", async () => {
    const here = await tabs.member(anna)
    const commandId = randomUUID()
    upstream.script("DELETE /member", { status: 400, body: { label: "notNow" } })
    const username = anna.username ?? ""
    await here.ask({ _tag: "DeleteAccount", username, password: anna.password }, commandId)
    await dieDuring(commandId)
    upstream.calls.length = 0
    upstream.script("GET /basic-info", "cut", "cut", "cut")
    const browser = tabs.reconnected(here.browser)
    const { body } = await browser.command(
      here.visit,
      { _tag: "DeleteAccount", username, password: anna.password },
      { commandId },
    )
    const stream = await tabs.attach(browser, {
      visit: here.visit,
      epoch: String(body["epoch"]),
      seq: "0",
    })
    const told = stream.events.filter(({ cause }) => cause === commandId).at(-1)
    expect(told?.event).toEqual({ _tag: "AccountDeletionRefused", label: "outcomeUnknown" })
    expect(upstream.calls).not.toContain("DELETE /member")
  })
})
