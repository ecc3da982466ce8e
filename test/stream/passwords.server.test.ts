/** Forgotten, reset and changed passwords: which facts are sent, who is logged out, and who stays logged in. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTabs } from "../support/test-tabs.ts"
import { WebSocketReader } from "../support/stream-reader.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

const OLD = "geheim1"
const NEW = "nieuw22"

describe("passwords", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember
  let bert: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start({
      MEMBER_API_WRITE_TIMEOUT_MS: "2000",
      RATE_FAILED_LOG_INS_PER_ACCOUNT: "3/15m",
      RATE_PASSWORD_RESETS_PER_ACCOUNT: "2/1h",
    })
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna")
    bert = scene.member("bert")
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const link = (token: string, member = anna) => {
    upstream.links.set(token, { member: member.id, purpose: "reset" })
    return token
  }
  const reset = (
    token: string,
    more: Partial<{ password: string; repeat: string }> = {},
  ): Command => ({
    _tag: "ResetPassword",
    token,
    newPassword: NEW,
    repeatNewPassword: more.repeat ?? NEW,
    ...(more.password !== undefined && { password: more.password }),
  })
  const change = (password = OLD): Command => ({
    _tag: "ChangePassword",
    password,
    newPassword: NEW,
    repeatNewPassword: NEW,
  })

  describe("among the most common ones", () => {
    const COMMON = "Welkom01"
    const chosen = { newPassword: COMMON, repeatNewPassword: COMMON }

    it("are refused wherever one is set, and no service is asked", async () => {
      const guest = await tabs.guest()
      const account = { email: `common-${scene.turn}@example.test`, password: COMMON }
      const registered = await guest.ask({ _tag: "Register", ...account })
      expect(registered.event).toEqual({
        _tag: "RegistrationRefused",
        label: "commonPassword",
        fields: [{ field: "password", label: "commonPassword" }],
      })
      const refused = { _tag: "PasswordChangeRefused", label: "commonPassword" }
      const token = link(`common-${scene.turn}`)
      expect((await guest.ask({ _tag: "ResetPassword", token, ...chosen })).event).toEqual(refused)
      const member = await tabs.member(anna)
      const change = { _tag: "ChangePassword", password: OLD, ...chosen } as const
      expect((await member.ask(change)).event).toEqual(refused)
      expect(upstream.calls).not.toContain("PUT /member")
      expect(upstream.calls).not.toContain("POST /member")
      expect(anna.password).toBe(OLD)
    })

    it("still log in their member of before, and can be changed for another", async () => {
      const before = scene.member("before", { password: COMMON })
      const member = await tabs.member(before)
      await member.ask({
        _tag: "ChangePassword",
        password: COMMON,
        newPassword: NEW,
        repeatNewPassword: NEW,
      })
      expect(before.password).toBe(NEW)
    })
  })

  describe("that are forgotten", () => {
    const ask = (identity: string): Command => ({ _tag: "RequestPasswordReset", identity })
    const warnings = () => scene.logged.filter((line) => line.includes("no password reset mail"))

    it.each([
      [" anna@example.test ", { email: "anna@example.test" }],
      ["anna@example", { username: "anna@example" }],
      ["anna.b", { username: "anna.b" }],
    ])("are asked for by %j [AUTH-02, AUTH-42, API-011]", async (typed, body) => {
      const guest = await tabs.guest()
      await guest.ask(ask(typed))
      expect(upstream.last("POST /forgot-password").body).toEqual(body)
    })
    it.each([
      ["an error", { status: 500, body: { label: "failed" } }, "unlisted"],
      ["a refusal", { status: 400, body: { label: "notExists" } }, "notExists"],
      ["silence", "cut", "Unknown"],
    ] as const)(
      "get the same answer after %s as after success, and the failure is logged [AUTH-43]",
      async (_, script, why) => {
        const guest = await tabs.guest()
        const told = await guest.ask(ask(`told-${scene.turn}@example.test`))
        expect(warnings()).toEqual([])
        upstream.script("POST /forgot-password", script)
        const again = await guest.ask(ask(`told-${scene.turn}@example.test`))
        expect(told.event).toEqual({ _tag: "PasswordResetMailRequested" })
        expect(again.event).toEqual(told.event)
        expect(warnings()).toEqual([expect.stringContaining(why)])
        expect(warnings().join()).not.toContain("@example.test")
      },
    )
    it("are not asked for with less than four characters, and the answer is the same [AUTH-41]", async () => {
      const guest = await tabs.guest()
      const { event } = await guest.ask(ask(" ab "))
      expect(event).toEqual({ _tag: "PasswordResetMailRequested" })
      expect(upstream.calls).not.toContain("POST /forgot-password")
    })
    it("flood nobody's mailbox", async () => {
      const guest = await tabs.guest()
      for (let count = 0; count < 3; count++) await guest.ask(ask("flooded@example.test"))
      expect(guest.heard("PasswordResetMailRequested")).toBe(3)
      expect(upstream.calls.filter((call) => call === "POST /forgot-password")).toHaveLength(2)
    })
  })

  describe("that are reset by a link", () => {
    it("are changed for the member of the link's token, whom it does not log in [AUTH-49, AUTH-54, API-007]", async () => {
      const guest = await tabs.guest()
      const token = link(`reset-a-${scene.turn}`)
      const { event } = await guest.ask(reset(token))
      expect(event).toEqual({ _tag: "PasswordChanged" })
      expect(upstream.last("POST /login").body).toEqual({ token })
      expect(upstream.last("PUT /member").body).toEqual({
        memberId: anna.id,
        data: { newPassword: NEW, repeatNewPassword: NEW, brand: "foldcast" },
      })
      expect(anna.password).toBe(NEW)
      expect(guest.stream.tags).not.toContain("LoggedIn")
      expect(guest.stream.tags).not.toContain("LoggedOut")
      expect(await guest.browser.get("/api/session")).toMatchObject({ body: { member: null } })
      // The guest's visit goes on.
      await guest.ask({ _tag: "VerifyAge" })
    })
    it("are sent with the link's one-time password where there is one", async () => {
      const guest = await tabs.guest()
      anna.password = "eenmalig9"
      await guest.ask(reset(link(`reset-once-${scene.turn}`), { password: "eenmalig9" }))
      expect(upstream.last("PUT /member").body).toMatchObject({ data: { password: "eenmalig9" } })
    })
    it("end all sessions of the member, and of nobody else", async () => {
      const [there, elsewhere] = [await tabs.member(anna), await tabs.member(anna)]
      const other = await tabs.member(bert)
      const guest = await tabs.guest()
      await guest.ask(reset(link(`reset-all-${scene.turn}`)))
      for (const { stream } of [there, elsewhere]) {
        expect(await stream.end()).toBe(4401)
        expect((await stream.event("LoggedOut")).event).toMatchObject({ reason: "forbidden" })
      }
      expect(other.stream.tags).not.toContain("LoggedOut")
      expect(other.stream.closed).toBeNull()
    })
    it.each([
      ["the same member", () => anna],
      ["another member", () => bert],
    ])("log %s out of this browser, after it was told [AUTH-48]", async (_, who) => {
      const here = await tabs.member(who())
      const old = here.browser.cookie
      const { seq } = await here.ask(reset(link(`reset-own-${scene.turn}`)))
      expect(await here.stream.end()).toBe(4401)
      const out = await here.stream.event("LoggedOut")
      expect(out.event).toMatchObject({ reason: "requested" })
      expect(out.seq).toBeGreaterThan(seq)
      expect(here.browser.cookie).not.toBe(old)
      expect(await here.browser.get("/api/session")).toMatchObject({ body: { member: null } })
    })
    it("are refused where the form would refuse them, and the link stays good", async () => {
      const guest = await tabs.guest()
      const token = link(`reset-form-${scene.turn}`)
      const refused = await guest.ask(reset(token, { repeat: "anders33" }))
      expect(refused.event).toEqual({ _tag: "PasswordChangeRefused", label: "sameAs" })
      expect(upstream.calls).not.toContain("POST /login")
      expect((await guest.ask(reset(token))).event).toEqual({ _tag: "PasswordChanged" })
    })
    it("report a used link, and leave the present session alone [ERR-14]", async () => {
      const token = link(`reset-used-${scene.turn}`)
      await (await tabs.guest()).ask(reset(token))
      const here = await tabs.member(bert)
      const { event } = await here.ask(reset(token))
      expect(event).toEqual({ _tag: "PasswordChangeRefused", label: "linkUsed" })
      const expired = await here.ask(reset("never-was"))
      expect(expired.event).toMatchObject({ label: "linkExpired" })
      expect(here.stream.tags).not.toContain("LoggedOut")
    })
    it("have their link checked as often as one likes, before a password is typed", async () => {
      const guest = await tabs.guest()
      const token = link(`reset-asked-${scene.turn}`)
      const check: Command = { _tag: "CheckResetLink", token }
      for (const _ of [1, 2]) {
        expect((await guest.ask(check)).event).toEqual({ _tag: "ResetLinkChecked" })
      }
      expect(upstream.calls).not.toContain("PUT /member")
      expect((await guest.ask(reset(token))).event).toEqual({ _tag: "PasswordChanged" })
      expect((await guest.ask(check)).event).toEqual({
        _tag: "ResetLinkRefused",
        label: "linkUsed",
      })
      expect(guest.stream.tags).not.toContain("LoggedIn")
      expect(JSON.stringify(guest.stream.frames)).not.toContain(token)
    })
    it("report the outcome as unknown where nobody answered a change", async () => {
      const guest = await tabs.guest()
      upstream.script("PUT /member", "cut")
      const { event } = await guest.ask(reset(link(`reset-cut-${scene.turn}`)))
      expect(event).toEqual({ _tag: "PasswordChangeRefused", label: "outcomeUnknown" })
      expect(upstream.calls.filter((call) => call === "PUT /member")).toHaveLength(1)
    })
    it("report that nothing was changed when the link was not answered", async () => {
      const guest = await tabs.guest()
      upstream.script("POST /login", "cut")
      const { event } = await guest.ask(reset(link(`reset-silent-${scene.turn}`)))
      expect(event).toEqual({ _tag: "PasswordChangeRefused", label: "unavailable" })
    })
    it("count a useless link for the address, as one that verifies, and keep nobody there from logging in", async () => {
      const limited = await AccountScene.start({ RATE_REFUSED_LINKS_PER_ADDRESS: "2/15m" })
      const guest = await limited.tabs.guest()
      const verify = async (token: string) =>
        (await guest.ask({ _tag: "Activate", token })).event["label"]
      for (const name of ["carla", "dora"]) {
        const { id } = limited.member(name, { verified: false })
        limited.upstream.links.set(`of-${name}`, { member: id, purpose: "verify" })
      }
      const labels = []
      for (const token of ["of-carla", "of-dora", "guess-1"]) labels.push(await verify(token))
      for (const token of ["guess-2", "guess-3"]) {
        labels.push((await guest.ask(reset(token))).event["label"])
      }
      labels.push(await verify("guess-4"))
      expect(labels).toEqual([
        undefined,
        undefined,
        "expired",
        "linkExpired",
        "tooManyAttempts",
        "tooManyAttempts",
      ])
      await limited.tabs.member(limited.member("elsa"))
      await limited.stop()
    })
  })

  describe("that a member changes", () => {
    it("go on here with the next token and another cookie, and end the other sessions at once", async () => {
      const here = await tabs.member(anna)
      const tab = await tabs.tab(here.browser)
      const there = await tabs.member(anna)
      const old = here.browser.cookie
      const { event } = await here.ask(change())
      expect(event).toEqual({ _tag: "PasswordChanged" })
      expect(await there.stream.end()).toBe(4401)
      expect((await there.stream.event("LoggedOut")).event).toMatchObject({ reason: "forbidden" })
      expect(here.browser.cookie).not.toBe(old)
      // A copy of the old cookie does not even open the visit that changed the password.
      const copy = new WebSocketReader({
        url: scene.gateway.url,
        query: { tab: "copy", visit: here.visit },
        cookie: old,
      })
      await copy.until(() => copy.closed !== null || copy.frames.length > 0)
      expect(copy.frames).toEqual([])
      // Requests in this session's name succeed: it has the next token.
      const late = await tabs.tab(here.browser)
      await late.stream.event("CreditsChanged")
      upstream.cutSockets()
      await here.stream.event("SourceRestored")
      await upstream.heard(anna.id)
      for (const { stream } of [here, tab, late]) expect(stream.tags).not.toContain("LoggedOut")
    })
    it("go on even when the old token is refused before the next one is here", async () => {
      const here = await tabs.member(anna)
      const page = await here.browser.page()
      let answer = () => undefined as void
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      upstream.revokeAll(anna.id)
      upstream.script("PUT /member", {
        status: 200,
        body: { token: upstream.tokenOf(anna.id) },
        after: held,
      })
      const asked = here.ask(change())
      await upstream.until(() => upstream.calls.includes("PUT /member"))
      upstream.calls.length = 0
      const tab = await tabs.attach(here.browser, { visit: page.visit })
      await upstream.until(() => upstream.calls.includes("GET /credits"))
      answer()
      await asked
      await tab.event("CreditsChanged")
      expect(tab.tags).not.toContain("LoggedOut")
      expect(here.stream.tags).not.toContain("LoggedOut")
    })
    it("are sent for the member that the log-in's token names, trimmed, with the old one [AUTH-06, AUTH-53, API-007]", async () => {
      const here = await tabs.member(anna)
      await here.ask(change(` ${OLD} `))
      expect(upstream.last("PUT /member").body).toEqual({
        memberId: anna.id,
        data: { password: OLD, newPassword: NEW, repeatNewPassword: NEW, brand: "foldcast" },
      })
    })
    it("report a wrong old one, and may not be guessed on [ERR-11, AUTH-53]", async () => {
      const here = await tabs.member(anna)
      const labels = []
      for (let count = 0; count < 4; count++) {
        labels.push((await here.ask(change("verkeerd1"))).event["label"])
      }
      expect(labels).toEqual([...Array<string>(3).fill("incorrectPassword"), "tooManyAttempts"])
      expect(upstream.calls.filter((call) => call === "PUT /member")).toHaveLength(3)
    })
    it.each([
      ["too short an old one", change("kort1"), "tooShort"],
      [
        "the same one again",
        { ...change(), newPassword: OLD, repeatNewPassword: OLD },
        "sameAsOld",
      ],
      ["another one repeated", { ...change(), repeatNewPassword: "anders33" }, "sameAs"],
    ] as const)(
      "are refused as %s without asking the upstream [AUTH-53, AUTH-56, AUTH-57]",
      async (_, command, label) => {
        const here = await tabs.member(anna)
        expect((await here.ask(command)).event).toEqual({
          _tag: "PasswordChangeRefused",
          label,
        })
        expect(upstream.calls).not.toContain("PUT /member")
      },
    )
    it("report the outcome as unknown where nobody answered, and are not sent again", async () => {
      const here = await tabs.member(anna)
      upstream.script("PUT /member", "hang")
      const { event } = await here.ask(change())
      expect(event).toEqual({ _tag: "PasswordChangeRefused", label: "outcomeUnknown" })
      expect(upstream.calls.filter((call) => call === "PUT /member")).toHaveLength(1)
    })
    it("cannot be changed by a guest", async () => {
      const guest = await tabs.guest()
      expect((await guest.ask(change())).event).toMatchObject({ label: "unauthorized" })
      expect(upstream.calls).not.toContain("PUT /member")
    })
  })
})
