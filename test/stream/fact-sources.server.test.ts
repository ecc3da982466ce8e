/**
 * The source of a fact, as support reads it in a log: an upstream for its answers and events, the gateway for its
 * own decisions and conclusions.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { OpenSessionId } from "@foldcast/contracts/ids"
import { AccountScene } from "../support/account-scene.ts"
import type { TestTabs } from "../support/test-tabs.ts"
import type { ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"

const PASSWORD = "geheim1"

const register = (email: string, password = PASSWORD): Command => ({
  _tag: "Register",
  email,
  password,
})
const changeEmail = (email: string): Command => ({
  _tag: "ChangeEmail",
  email,
  repeatEmail: email,
  password: PASSWORD,
})
const changePassword: Command = {
  _tag: "ChangePassword",
  password: PASSWORD,
  newPassword: "nieuw22",
  repeatNewPassword: "nieuw22",
}

/** The member API's calls; pages query performers on their own. */
const askedOf = ({ calls }: ScriptedUpstream) =>
  calls.filter((call) => !/^GET \/(?:featured|user|profile|media)\//u.test(call))

describe("the source of a fact in the log", () => {
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

  const payment = (returnUrl = `${scene.gateway.url}/nl`): Command => ({
    _tag: "OpenPaymentSession",
    bundleId: "3",
    paymentMethod: "10",
    returnUrl,
    device: "desktop",
  })
  const remove = (username = anna.username ?? ""): Command => ({
    _tag: "DeleteAccount",
    username,
    password: PASSWORD,
  })

  it.each<readonly [string, () => Command]>([
    ["PasswordChangeRefused", () => changePassword],
    ["EmailChangeRefused", () => changeEmail("guest@example.test")],
    [
      "UsernameChangeRefused",
      () => ({ _tag: "ChangeUsername", username: "guest77", where: "settings" }),
    ],
    ["ActivationMailRefused", () => ({ _tag: "ResendActivation" })],
    ["AccountDeletionRefused", () => remove("guest")],
    ["FavouriteRefused", () => ({ _tag: "AddFavourite", performerId: "7" })],
    ["FavouriteRefused", () => ({ _tag: "RemoveFavourite", performerId: "7" })],
    ["LiveAlertRefused", () => ({ _tag: "SetLiveAlert", performerId: "7", isOn: true })],
    ["BlockRefused", () => ({ _tag: "BlockPerformer", performerId: "7" })],
    ["PaymentSessionRefused", () => payment()],
    [
      "SessionEndRefused",
      () => ({ _tag: "EndSession", sessionId: "x".repeat(22) as OpenSessionId }),
    ],
  ])("is the gateway where a guest asks for what is a member's: %s", async (tag, command) => {
    const guest = await tabs.guest()
    const { event, src } = await guest.ask(command())
    expect(event).toMatchObject({ _tag: tag, label: "unauthorized" })
    expect(src).toEqual({ from: "gateway" })
    expect(askedOf(upstream)).toEqual([])
  })

  it.each<readonly [string, () => Command]>([
    ["RegistrationRefused", () => register("no address", "1")],
    [
      "PasswordChangeRefused",
      () => ({ _tag: "ResetPassword", token: "t", newPassword: "a", repeatNewPassword: "b" }),
    ],
    ["PasswordResetMailRequested", () => ({ _tag: "RequestPasswordReset", identity: "ab" })],
  ])("is the gateway where a guest's form is not sent on: %s", async (tag, command) => {
    const guest = await tabs.guest()
    const { event, src } = await guest.ask(command())
    expect(event._tag).toBe(tag)
    expect(src).toEqual({ from: "gateway" })
    expect(askedOf(upstream)).toEqual([])
  })

  it.each<readonly [string, string, () => Command]>([
    ["EmailChangeRefused", "PUT /member", () => changeEmail("no address")],
    ["PasswordChangeRefused", "PUT /member", () => ({ ...changePassword, newPassword: "a" })],
    [
      "UsernameChangeRefused",
      "POST /change-username",
      () => ({ _tag: "ChangeUsername", username: "a", where: "settings" }),
    ],
    ["AccountDeletionRefused", "DELETE /member", () => remove("somebody")],
    ["PaymentSessionRefused", "POST /payment/session", () => payment("https://evil.example/")],
  ])("is the gateway where a member's form is not sent on: %s", async (tag, call, command) => {
    const here = await tabs.member(anna)
    const { event, src } = await here.ask(command())
    expect(event._tag).toBe(tag)
    expect(src).toEqual({ from: "gateway" })
    expect(upstream.calls).not.toContain(call)
  })

  it("is the gateway where no answer came and the profile shows the change", async () => {
    const here = await tabs.member(anna)
    /** The upstream makes the change after its state was queried, and does not answer. */
    const changed = (call: string, command: Command, change: () => void) => {
      const { email, credits, username } = anna
      const before = { username, email, credits, verified: true, lander: null, endUserText: null }
      if (call !== "POST /change-username") {
        upstream.script("GET /basic-info", { status: 200, body: before })
      }
      upstream.script(call, "cut")
      change()
      return here.ask(command)
    }
    const email = `moved-${scene.turn}@example.test`
    const moved = await changed("PUT /member", changeEmail(email), () => {
      anna.pendingEmail = email
    })
    expect(moved).toMatchObject({
      event: { _tag: "EmailChangeRequested" },
      src: { from: "gateway" },
    })
    const username = `naam${scene.turn}`
    const rename: Command = { _tag: "ChangeUsername", username, where: "settings" }
    const renamed = await changed("POST /change-username", rename, () => {
      anna.username = username
    })
    expect(renamed).toMatchObject({ event: { _tag: "UsernameChanged" }, src: { from: "gateway" } })
    const gone = await changed("DELETE /member", remove(), () => {
      upstream.members.delete(anna.id)
    })
    expect(gone).toMatchObject({ event: { _tag: "AccountDeleted" }, src: { from: "gateway" } })
  })

  it("is the gateway where a log-in shows that the account was made", async () => {
    const guest = await tabs.guest()
    upstream.script("POST /member", "cut")
    const { src } = await guest.ask(register(anna.email))
    expect(await guest.stream.event("MemberRegistered")).toMatchObject({ src: { from: "gateway" } })
    expect(src).toEqual({ from: "member-api" })
  })

  it("is the gateway where the answer is of no use", async () => {
    const guest = await tabs.guest()
    upstream.script("POST /login", { status: 200, body: { token: "no token" } })
    const refused = await guest.ask({ _tag: "LogIn", email: anna.email, password: PASSWORD })
    expect(refused).toMatchObject({
      event: { _tag: "LogInRefused", label: "unavailable" },
      src: { from: "gateway" },
    })
    const here = await tabs.member(anna)
    upstream.script("POST /payment/session", {
      status: 200,
      body: { sessionId: "s-evil", paymentURL: "https://evil.example/pay" },
    })
    const unknown = await here.ask(payment())
    expect(unknown).toMatchObject({
      event: { _tag: "PaymentSessionUnknown" },
      src: { from: "gateway" },
    })
  })

  it("is the member API where it answered, refused, or was asked and did not answer", async () => {
    const here = await tabs.member(anna)
    for (const tag of ["LoggedIn", "MemberLoaded", "CreditsChanged", "FavouritesListed"]) {
      expect((await here.stream.event(tag)).src).toEqual({ from: "member-api" })
    }
    const wallet: Command = { _tag: "LoadWallet" }
    expect(await here.ask(wallet)).toMatchObject({ src: { from: "member-api" } })
    upstream.script("PUT /member", { status: 400, body: { label: "emailExists" } })
    const refused = await here.ask(changeEmail("taken@example.test"))
    expect(refused).toMatchObject({ event: { label: "emailExists" }, src: { from: "member-api" } })
    upstream.script("GET /wallet", "cut", "cut", "cut")
    const silent = await here.ask(wallet)
    expect(silent).toMatchObject({ event: { label: "unavailable" }, src: { from: "member-api" } })
    upstream.emit(anna.id, "updated-credits", { credits: 7 })
    const balance = () =>
      here.stream.events.find(
        ({ event }) => event._tag === "CreditsChanged" && event["credits"] === 7,
      )
    await here.stream.until(() => balance() !== undefined)
    expect(balance()?.src).toEqual({ from: "member-socket" })
  })

  it("is at a visit's beginning the upstream for what it said and the gateway for what only the session knows", async () => {
    const { browser } = await tabs.member(anna)
    const sources = async () =>
      (await browser.page()).events.map(({ event, src }) => [event._tag, src.from])
    expect(await sources()).toEqual([
      ["VisitStarted", "gateway"],
      ["LoggedIn", "member-api"],
      ["MemberLoaded", "member-api"],
      ["CreditsChanged", "member-api"],
    ])
    upstream.script("GET /basic-info", "cut", "cut", "cut")
    expect(await sources()).toEqual([
      ["VisitStarted", "gateway"],
      ["LoggedIn", "gateway"],
      ["MemberRefused", "member-api"],
      ["SourceInterrupted", "gateway"],
    ])
  })
})

describe("the source of a fact about too many attempts", () => {
  let scene: AccountScene

  beforeAll(async () => {
    scene = await AccountScene.start({
      RATE_REGISTRATIONS_PER_ADDRESS: "1/1h",
      RATE_ACTIVATION_MAILS_PER_MEMBER: "1/1h",
      RATE_PASSWORD_RESETS_PER_ACCOUNT: "1/1h",
      RATE_FAILED_LOG_INS_PER_ACCOUNT: "1/1h",
      RATE_FAILED_LOG_INS_PER_ADDRESS: "3/1h",
      RATE_REFUSED_LINKS_PER_ADDRESS: "1/1h",
    })
  })
  afterAll(async () => {
    scene.clear()
    await scene.stop()
  })

  it("is the gateway, and of the ones before it is the member API", async () => {
    const { upstream, tabs } = scene
    const anna = scene.member("anna")
    const guest = await tabs.guest()
    const here = await tabs.member(anna)
    const tooOften = async (command: Command, tab = guest) => {
      expect((await tab.ask(command)).src).toEqual({ from: "member-api" })
      const asked = askedOf(upstream).length
      const { event, src } = await tab.ask(command)
      expect(askedOf(upstream).length).toBe(asked)
      expect(src).toEqual({ from: "gateway" })
      return event
    }
    const label = "tooManyAttempts"
    upstream.script("POST /member", { status: 400, body: { label: "emailExists" } })
    expect(await tooOften({ _tag: "ResendActivation" }, here)).toMatchObject({ label })
    expect(await tooOften(register("often@example.test"))).toMatchObject({ label })
    expect(
      await tooOften({ _tag: "LogIn", email: anna.email, password: "verkeerd" }),
    ).toMatchObject({ label })
    expect(await tooOften({ _tag: "RequestPasswordReset", identity: anna.email })).toEqual({
      _tag: "PasswordResetMailRequested",
    })
    const guess: Command = { ...changePassword, password: "verkeerd" }
    expect(await tooOften(guess, here)).toMatchObject({ label })
    expect(await tooOften({ _tag: "Activate", token: "no-such-link" })).toMatchObject({ label })
  })
})
