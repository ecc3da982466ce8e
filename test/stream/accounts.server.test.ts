/** A member's account: registration, links, verification, changed addresses and names. */
import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { consent } from "../support/member-browser.ts"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTab, TestTabs } from "../support/test-tabs.ts"
import { scriptedPerformer } from "../support/scripted-performers.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

describe("accounts", () => {
  let scene: AccountScene
  let upstream: ScriptedUpstream
  let tabs: TestTabs
  let anna: ScriptedMember
  let bert: ScriptedMember

  beforeAll(async () => {
    scene = await AccountScene.start({
      MEMBER_API_WRITE_TIMEOUT_MS: "2000",
      MEMBER_API_READ_TIMEOUT_MS: "2000",
      RATE_ACTIVATION_MAILS_PER_MEMBER: "2/1h",
      RATE_FAILED_LOG_INS_PER_ACCOUNT: "3/15m",
    })
    ;({ upstream, tabs } = scene)
  })
  beforeEach(() => {
    anna = scene.member("anna", { verified: true })
    bert = scene.member("bert", { verified: false })
  })
  afterEach(() => scene.clear())
  afterAll(() => scene.stop())

  const link = (purpose: "login" | "verify", member: ScriptedMember) => {
    const token = `${purpose}-${member.id}`
    upstream.links.set(token, { member: member.id, purpose })
    return token
  }

  describe("registration", () => {
    const full: Command = {
      _tag: "Register",
      email: "new@example.test",
      password: "geheim3",
      username: " nieuw_1 ",
      birthday: "1990-04-30",
      termsAccepted: true,
      fingerprint: "fingerprint-0001",
    }

    it("asks the performer service whose a name is, and creates no account with a performer's [AUTH-35]", async () => {
      const guest = await tabs.guest()
      upstream.script("GET /user/find", {
        status: 200,
        body: { performers: [scriptedPerformer("Nieuw_1")] },
      })
      expect((await guest.ask(full)).event).toEqual({
        _tag: "RegistrationRefused",
        label: "badRequest.registration",
        fields: [{ field: "username", label: "lookalike" }],
      })
      expect(upstream.last("GET /user/find").query).toMatchObject({ username: "nieuw_1" })
      expect(upstream.calls).not.toContain("POST /member")
    })
    it("creates an account where the performer service does not answer, and none with a brand's name [AUTH-35]", async () => {
      const guest = await tabs.guest()
      upstream.script("GET /user/find", "cut")
      upstream.script("POST /member", { status: 400, body: { label: "usernameExists" } })
      expect((await guest.ask(full)).event).toMatchObject({ label: "usernameExists" })
      const branded = { ...full, username: "Foldcast_nl" } as const
      expect((await guest.ask(branded)).event).toMatchObject({
        fields: [{ field: "username", label: "forbidden" }],
      })
    })
    it("sends the longer form, the fingerprint and the base route parameters [API-005, API-006]", async () => {
      const guest = await tabs.guest("/en?p=partner1&click_id=c%201&splash6=true&x=1")
      consent(guest.browser)
      upstream.script("POST /member", { status: 400, body: { label: "usernameExists" } })
      expect((await guest.ask(full)).event).toMatchObject({ label: "usernameExists" })
      expect(upstream.last("POST /member").body).toEqual({
        email: "new@example.test",
        password: "geheim3",
        username: "nieuw_1",
        birthday: "1990-04-30",
        fingerprint: "fingerprint-0001",
        meta: { lang: "en", brand: "foldcast", p: "partner1", click_id: "c 1", splash6: "true" },
      })
    })
    it.each([
      [`p=aZ9&pi=${"a-".repeat(32)}`, { p: "aZ9", pi: "a-".repeat(32) }],
      [`p=a-1&pi=${"a".repeat(65)}`, {}],
      ["p=%3Cb%3E&pi=a_b", {}],
    ])("passes %s on with it, or ignores it [ROUTE-45, ROUTE-46]", async (query, passed) => {
      const guest = await tabs.guest(`/?${query}`)
      upstream.script("POST /member", { status: 400, body: { label: "usernameExists" } })
      await guest.ask(full)
      expect(upstream.last("POST /member").body["meta"]).toEqual({
        lang: "nl",
        brand: "foldcast",
        ...passed,
      })
    })
    it("asks in the visit's language and no-nude mode, with the key and the browser's agent [API-002]", async () => {
      const guest = await tabs.guest("/en?splash6=true", FIREFOX)
      const { email, password } = anna
      await guest.ask({ _tag: "LogIn", email, password })
      const { headers, query } = upstream.last("POST /login")
      expect(query).toEqual({ lang: "en", noNude: "true" })
      expect(headers).toMatchObject({
        "x-api-key": "development-member-api-key",
        "x-client-agent": FIREFOX,
        "x-client-address": "127.0.0.1",
      })
      const plain = await tabs.guest()
      await plain.ask({ _tag: "LogIn", email, password })
      expect(upstream.last("POST /login").query).toEqual({ lang: "nl" })
    })
    it("sends a token once there is one, and none before [API-001, API-002]", async () => {
      const here = await tabs.guest("/en?splash6=true")
      await here.ask({ _tag: "LoadWallet" })
      expect(upstream.last("GET /wallet").headers.authorization).toBeUndefined()
      const token = upstream.tokenOf(anna.id)
      upstream.script("POST /login", { status: 200, body: { token } })
      await here.ask({ _tag: "LogIn", email: anna.email, password: anna.password })
      expect(upstream.last("POST /login").headers.authorization).toBeUndefined()
      await here.ask({ _tag: "LoadWallet" })
      const { headers, query } = upstream.last("GET /wallet")
      expect(headers).toMatchObject({
        authorization: `Bearer ${token}`,
        "x-api-key": "development-member-api-key",
      })
      expect(query).toEqual({ lang: "en", noNude: "true" })
    })
    it.each([201, 202, 204, 206, 302])(
      "takes an answer of %i as none, whatever it holds [API-003]",
      async (status) => {
        const guest = await tabs.guest()
        const { email, password } = anna
        upstream.script("POST /login", { status, body: { token: upstream.tokenOf(anna.id) } })
        const { event } = await guest.ask({ _tag: "LogIn", email, password })
        expect(event._tag).toBe("LogInRefused")
        expect(await guest.browser.get("/api/session")).toMatchObject({ body: { member: null } })
      },
    )
    it("takes accepted terms with a short form", async () => {
      const guest = await tabs.guest()
      upstream.script("POST /member", { status: 400, body: { label: "emailExists" } })
      const short: Command = {
        _tag: "Register",
        email: "short@example.test",
        password: "geheim3",
        termsAccepted: true,
      }
      expect((await guest.ask(short)).event).toMatchObject({ label: "emailExists" })
    })
    it.each([
      [{ ...full, termsAccepted: false }, [{ field: "termsAccepted", label: "required" }]],
      [{ ...full, birthday: "2020-01-01" }, [{ field: "birthday", label: "tooYoung" }]],
      [
        { _tag: "Register", email: "x", password: "a b" },
        [
          { field: "email", label: "invalid" },
          { field: "password", label: "tooShort" },
        ],
      ],
    ] as const)(
      "refuses what the form would refuse, without asking the upstream",
      async (command, fields) => {
        const guest = await tabs.guest()
        const { event } = await guest.ask(command)
        expect(event).toEqual({
          _tag: "RegistrationRefused",
          label: "badRequest.registration",
          fields,
        })
        expect(upstream.calls).not.toContain("POST /member")
      },
    )
    it("keeps no word of a refusal that could hold what somebody typed", async () => {
      const guest = await tabs.guest()
      const email = `canary-${scene.turn}@example.test`
      upstream.script("POST /member", {
        status: 400,
        body: {
          label: `${email} is taken`,
          fields: [
            { field: email, label: "required" },
            { field: "email", label: `${email} is taken` },
          ],
        },
      })
      const { event } = await guest.ask({ _tag: "Register", email, password: "geheim1" })
      expect(event).toEqual({
        _tag: "RegistrationRefused",
        label: "unlisted",
        fields: [{ field: "email", label: "unlisted" }],
      })
    })
  })

  describe("a log-in by a link", () => {
    it("is a log-in, and good once", async () => {
      const guest = await tabs.guest()
      const token = link("login", anna)
      expect((await guest.ask({ _tag: "LogInWithToken", token })).event).toMatchObject({
        _tag: "LoggedIn",
        memberId: anna.id,
      })
      expect(upstream.last("POST /login").body).toEqual({ token })
      const other = await tabs.guest()
      const { event } = await other.ask({ _tag: "LogInWithToken", token })
      expect(event).toEqual({ _tag: "LogInRefused", label: "linkUsed" })
    })
    it("is confirmed first where another member is logged in, who is then logged out", async () => {
      const here = await tabs.member(anna)
      const elsewhere = await tabs.member(bert)
      const commandId = randomUUID()
      const command: Command = { _tag: "LogInWithToken", token: link("login", bert) }
      await here.browser.command(here.visit, command, { commandId })
      expect(await here.stream.end()).toBe(4401)
      expect((await here.stream.event("LoggedOut")).event).toMatchObject({ reason: "replaced" })
      expect(await here.browser.get("/api/session")).toMatchObject({
        body: { member: { memberId: bert.id } },
      })
      // The same member elsewhere receives nothing from a visit that has ended.
      await elsewhere.ask({ _tag: "LoadWallet" })
      expect(elsewhere.stream.events.filter(({ cause }) => cause === commandId)).toEqual([])
    })
    it("is not done by a GET of the link, which leaves its token usable", async () => {
      const token = link("login", anna)
      const guest = await tabs.guest(`/?action=login&token=${token}`)
      expect(upstream.calls).not.toContain("POST /login")
      expect((await guest.ask({ _tag: "LogInWithToken", token })).event._tag).toBe("LoggedIn")
    })
  })

  describe("verification", () => {
    const activate = (token: string): Command => ({ _tag: "Activate", token })
    const warnings = () => scene.logged.filter((line) => line.includes("activation email"))

    it("tells the credits, then who is logged in [AUTH-67, AUTH-74, API-012]", async () => {
      const guest = await tabs.guest()
      consent(guest.browser)
      const token = link("verify", bert)
      const fingerprint = "fingerprint-0002"
      const { event, seq, cause } = await guest.ask({ ...activate(token), fingerprint } as Command)
      expect(event).toEqual({ _tag: "ActivationSucceeded", credits: 120 })
      expect(upstream.last("POST /activate").body).toEqual({ key: token, fingerprint })
      const loggedIn = await guest.stream.event("LoggedIn")
      expect(loggedIn).toMatchObject({ cause, event: { memberId: bert.id, verified: true } })
      expect(loggedIn.seq).toBeGreaterThan(seq)
    })
    it("goes on in the member's own session, and tells their other tabs", async () => {
      const here = await tabs.member(bert)
      const tab = await tabs.tab(here.browser)
      const { epoch, seq } = await tab.stream.first("hello")
      await here.ask(activate(link("verify", bert)))
      expect(await tab.stream.end()).toBe(1012)
      const query = { visit: tab.visit, epoch, seq: String(seq) }
      const back = await tabs.attach(here.browser, query)
      await back.until(() =>
        back.events.some(
          ({ event }) => event._tag === "MemberLoaded" && event["verified"] === true,
        ),
      )
      expect(here.stream.tags).not.toContain("LoggedOut")
      expect(await here.browser.get("/api/session")).toMatchObject({
        body: { member: { memberId: bert.id, verified: true } },
      })
    })
    it("of another account leaves the present session alone, and says so [AUTH-74]", async () => {
      const here = await tabs.member(anna)
      const { cookie } = here.browser
      const { event } = await here.ask(activate(link("verify", bert)))
      expect(event).toEqual({ _tag: "ActivationSucceeded", credits: 120, ofAnother: true })
      expect(await here.browser.get("/api/session")).toMatchObject({
        body: { member: { memberId: anna.id } },
      })
      expect(here.browser.cookie).toBe(cookie)
      expect(here.heard("LoggedIn")).toBe(1)
      expect(here.stream.closed).toBe(null)
    })
    it.each([
      ["verified before", (): string => link("verify", anna), "verified"],
      ["no longer usable", (): string => "never-was", "expired"],
    ] as const)("reports a link that is %s [AUTH-71, AUTH-73]", async (_, token, label) => {
      const guest = await tabs.guest()
      const { event } = await guest.ask(activate(token()))
      expect(event).toEqual({ _tag: "ActivationRefused", label })
      expect(guest.stream.tags).not.toContain("LoggedIn")
    })
    it("reports the outcome as unknown where nobody answered", async () => {
      const guest = await tabs.guest()
      upstream.script("POST /activate", "cut")
      const { event } = await guest.ask(activate(link("verify", bert)))
      expect(event).toEqual({ _tag: "ActivationRefused", label: "outcomeUnknown" })
    })
    it("sends its mail again to a member, not too often, and to no guest [API-010]", async () => {
      const here = await tabs.member(bert)
      const resend: Command = { _tag: "ResendActivation" }
      expect((await here.ask(resend)).event).toEqual({ _tag: "ActivationMailSent" })
      expect(upstream.last("POST /resend-activation").body).toEqual({})
      await here.ask(resend)
      expect((await here.ask(resend)).event).toMatchObject({ label: "tooManyAttempts" })
      const guest = await tabs.guest()
      expect((await guest.ask(resend)).event).toEqual({
        _tag: "ActivationMailRefused",
        label: "unauthorized",
      })
      expect(upstream.calls.filter((call) => call === "POST /resend-activation")).toHaveLength(2)
      expect(warnings()).toEqual([])
    })
    it("logs why its mail was not sent again", async () => {
      const here = await tabs.member(bert)
      upstream.script("POST /resend-activation", {
        status: 400,
        body: { label: "tooManyAttempts" },
      })
      expect((await here.ask({ _tag: "ResendActivation" })).event).toEqual({
        _tag: "ActivationMailRefused",
        label: "tooManyAttempts",
      })
      expect(warnings()).toEqual([expect.stringContaining("tooManyAttempts")])
    })
  })

  describe("a changed e-mail address", () => {
    const change = (email: string, repeatEmail = email, password = " geheim1 "): Command => ({
      _tag: "ChangeEmail",
      email,
      repeatEmail,
      password,
    })
    /** Waits until the last profile received has this address, and this pending address or none. */
    const told = ({ stream }: TestTab, profile: { email: string; pendingEmail?: string }) =>
      stream.until(() => {
        const last = stream.events.findLast(({ event }) => event._tag === "MemberLoaded")?.event
        return last?.["email"] === profile.email && last["pendingEmail"] === profile.pendingEmail
      })

    it("waits, and is cancelled, in all visits of the member [API-007]", async () => {
      const here = await tabs.member(anna)
      const there = await tabs.member(anna)
      const [old, next] = [anna.email, `moved-${scene.turn}@example.test`]
      const { event } = await here.ask(change(` ${next} `))
      expect(event).toEqual({ _tag: "EmailChangeRequested" })
      expect(upstream.last("PUT /member").body).toEqual({
        memberId: anna.id,
        data: { email: next, password: "geheim1" },
      })
      for (const tab of [here, there]) await told(tab, { email: old, pendingEmail: next })

      expect((await here.ask({ _tag: "CancelEmailChange" })).event).toEqual({
        _tag: "EmailChangeCancelled",
      })
      expect(upstream.last("PUT /member").body).toMatchObject({ data: { pendingEmail: null } })
      for (const tab of [here, there]) await told(tab, { email: old })
      for (const { stream } of [here, there]) expect(stream.tags).not.toContain("LoggedOut")
    })
    it("is made by the link, which logs nobody in, and is told to all of the member's visits", async () => {
      const here = await tabs.member(anna)
      const next = `moved-${scene.turn}@example.test`
      await here.ask(change(next))
      upstream.links.set("to-the-new-one", { member: anna.id, purpose: "email" })
      const elsewhere = await tabs.guest()
      const { event } = await elsewhere.ask({ _tag: "Activate", token: "to-the-new-one" })
      expect(event).toEqual({ _tag: "ActivationSucceeded", credits: 0 })
      expect(elsewhere.stream.tags).toContain("EmailChanged")
      await told(here, { email: next })
      expect(await elsewhere.browser.get("/api/session")).toMatchObject({ body: { member: null } })
      expect(elsewhere.stream.tags).not.toContain("LoggedIn")
    })
    it("is refused with a wrong password, which may be guessed no more often than at the log-in", async () => {
      const here = await tabs.member(anna)
      const guess = async () =>
        (await here.ask(change("a@example.test", "a@example.test", "wrong-1"))).event
      expect(await guess()).toEqual({ _tag: "EmailChangeRefused", label: "incorrectPassword" })
      await guess()
      await guess()
      expect(await guess()).toMatchObject({ label: "tooManyAttempts" })
    })
    it("cannot be cancelled by a guest", async () => {
      const guest = await tabs.guest()
      expect((await guest.ask({ _tag: "CancelEmailChange" })).event).toEqual({
        _tag: "EmailChangeCancelRefused",
        label: "unauthorized",
      })
    })
    it.each([
      ["no address", () => change("x"), "invalid"],
      ["the present one", () => change(anna.email.toUpperCase()), "sameAsOld"],
      ["another one repeated", () => change("a@example.test", "b@example.test"), "sameAs"],
    ] as const)("refuses %s, as the form would [AUTH-58]", async (_, command, label) => {
      const here = await tabs.member(anna)
      expect((await here.ask(command())).event).toEqual({ _tag: "EmailChangeRefused", label })
      expect(upstream.calls).not.toContain("PUT /member")
    })
    it("says that the address is another's [ERR-10]", async () => {
      const here = await tabs.member(anna)
      upstream.script("PUT /member", { status: 400, body: { label: "emailExists" } })
      const { event } = await here.ask(change("taken@example.test"))
      expect(event).toEqual({ _tag: "EmailChangeRefused", label: "emailExists" })
    })
    it("is known to be made or not made although nobody answered, where the profile shows it", async () => {
      const here = await tabs.member(anna)
      upstream.script("PUT /member", "cut")
      const lost = await here.ask(change("lost@example.test"))
      expect(lost.event).toEqual({ _tag: "EmailChangeRefused", label: "outcomeUnknown" })
      upstream.script("PUT /member", "hang")
      const asked = here.ask(change("made@example.test"))
      await upstream.until(
        () => upstream.calls.filter((call) => call === "PUT /member").length === 2,
      )
      anna.pendingEmail = "made@example.test"
      expect((await asked).event).toEqual({ _tag: "EmailChangeRequested" })
    })
    it("reports an error while the member is being loaded, and loads again [ERR-26]", async () => {
      const here = await tabs.member(anna)
      const tab = await tabs.tab(here.browser)
      const fine = {
        username: anna.username,
        email: anna.email,
        credits: 120,
        verified: true,
        lander: null,
        endUserText: null,
      }
      upstream.script("GET /basic-info", { status: 200, body: fine })
      upstream.script("GET /basic-info", { status: 500, body: { label: "unavailable" } })
      await here.ask(change(`later-${scene.turn}@example.test`))
      expect((await here.stream.event("MemberRefused")).event).toMatchObject({
        label: "unavailable",
      })
      for (const { stream } of [here, tab]) {
        expect((await stream.event("SourceInterrupted")).event).toMatchObject({
          source: "member-api",
        })
        await stream.event("SourceRestored")
        expect(
          stream.events.some(
            ({ event }) => event["pendingEmail"] === `later-${scene.turn}@example.test`,
          ),
        ).toBe(true)
        expect(stream.tags).not.toContain("LoggedOut")
      }
    })
    it("loads the profile, and then the favourites [AUTH-21]", async () => {
      upstream.script("GET /favourite", {
        status: 200,
        body: { favourites: [{ performerId: 7 }, { performerId: "p9" }] },
      })
      const here = await tabs.member(anna)
      const { event } = await here.stream.event("FavouritesListed")
      expect(event).toMatchObject({ performerIds: ["7", "p9"] })
      const { calls } = upstream
      expect(calls.indexOf("GET /basic-info")).toBeLessThan(calls.indexOf("GET /favourite"))
      expect(calls).toContain("GET /basic-info")
      expect(here.stream.tags).toContain("MemberLoaded")
      expect(here.stream.tags.indexOf("MemberLoaded")).toBeLessThan(
        here.stream.tags.indexOf("FavouritesListed"),
      )
    })
    it("logs the member out when loading them is refused with 403 [AUTH-22]", async () => {
      const here = await tabs.member(anna)
      upstream.script("GET /basic-info", { status: 403, body: { label: "forbidden" } })
      await here.ask(change("whatever@example.test"))
      expect(await here.stream.end()).toBe(4401)
      expect((await here.stream.event("LoggedOut")).event).toMatchObject({ reason: "forbidden" })
    })
  })

  describe("a changed username", () => {
    const change = (username: string, where: "prompt" | "settings" = "settings"): Command => ({
      _tag: "ChangeUsername",
      username,
      where,
    })

    it("is no performer's and no brand's, whatever the member API would accept [AUTH-63]", async () => {
      const here = await tabs.member(anna)
      const changed = async (username: string) => (await here.ask(change(username))).event
      upstream.script("GET /user/find", {
        status: 200,
        body: { performers: [scriptedPerformer("MintMelody")] },
      })
      expect(await changed("mintmelody")).toMatchObject({ label: "badRequest.lookalike" })
      expect(await changed("the-f0ldcast")).toMatchObject({ label: "badRequest.forbidden" })
      expect(upstream.calls).not.toContain("POST /change-username")
    })
    it("is told with the new profile, and the answer's token is the session's [AUTH-66, API-013]", async () => {
      const here = await tabs.member(anna)
      const there = await tabs.member(anna)
      const token = upstream.tokenOf(anna.id)
      upstream.script("POST /change-username", { status: 200, body: { token } })
      anna.username = "robijn"
      const { event } = await here.ask(change(" robijn "))
      expect(event).toEqual({ _tag: "UsernameChanged" })
      expect(upstream.last("POST /change-username").body).toEqual({ username: "robijn" })
      for (const { stream, browser } of [here, there]) {
        await stream.until(() =>
          stream.events.some(({ event: told }) => told["username"] === "robijn"),
        )
        expect(await browser.get("/api/session")).toMatchObject({
          body: { member: { username: "robijn" } },
        })
      }
      await here.ask({ _tag: "LoadWallet" })
      expect(upstream.last("GET /wallet").headers.authorization).toBe(`Bearer ${token}`)
    })
    it.each([
      ["abc", "settings", "tooShort"],
      ["a".repeat(33), "settings", "tooLong"],
      ["a".repeat(32), "prompt", "tooLong"],
      ["an na", "settings", "characters"],
      ["iAdmin", "settings", "forbidden"],
      ["4DMIN", "settings", "forbidden"],
      ["xHELPx", "settings", "forbidden"],
      ["Support", "settings", "forbidden"],
      ["my5upport", "prompt", "forbidden"],
      [" ", "prompt", "required"],
    ] as const)(
      "%j is refused in the %s as %s [AUTH-60, AUTH-61, AUTH-62, AUTH-63]",
      async (name, where, fault) => {
        const here = await tabs.member(anna)
        const { event } = await here.ask(change(name, where))
        expect(event).toEqual({ _tag: "UsernameChangeRefused", label: `badRequest.${fault}` })
        expect(upstream.calls).not.toContain("POST /change-username")
      },
    )
    it("may have 32 characters in settings [AUTH-62]", async () => {
      const here = await tabs.member(anna)
      expect((await here.ask(change("a".repeat(32)))).event._tag).toBe("UsernameChanged")
    })
    it("says that the name is another's, with the upstream's label [ERR-09]", async () => {
      const here = await tabs.member(anna)
      const label = "badRequest.usernameExists"
      upstream.script("POST /change-username", { status: 400, body: { label } })
      expect((await here.ask(change("bezet"))).event).toEqual({
        _tag: "UsernameChangeRefused",
        label,
      })
    })
    it("reports the outcome as unknown where nobody answered", async () => {
      const here = await tabs.member(anna)
      upstream.script("POST /change-username", "cut")
      const { event } = await here.ask(change("verloren"))
      expect(event).toMatchObject({ label: "outcomeUnknown" })
      expect(upstream.calls.filter((call) => call === "POST /change-username")).toHaveLength(1)
    })
    it("is known to be made although nobody answered, where the profile shows it", async () => {
      const here = await tabs.member(anna)
      upstream.script("POST /change-username", "cut")
      anna.username = "gemaakt"
      const { event, src } = await here.ask(change("gemaakt"))
      expect([event, src]).toEqual([{ _tag: "UsernameChanged" }, { from: "gateway" }])
      await here.stream.until(() =>
        here.stream.events.some(({ event: told }) => told["username"] === "gemaakt"),
      )
    })
    it("accepts no next token that is another member's", async () => {
      const here = await tabs.member(anna)
      const token = upstream.tokenOf(bert.id)
      upstream.script("POST /change-username", { status: 200, body: { token } })
      expect((await here.ask(change("robijn"))).event).toEqual({ _tag: "UsernameChanged" })
      await here.ask({ _tag: "LoadWallet" })
      expect(upstream.last("GET /wallet").headers.authorization).not.toBe(`Bearer ${token}`)
      expect(scene.logged.join()).toContain("a next token is not this member's")
    })
  })
})
