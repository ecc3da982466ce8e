/** The visitor's identity, and what stays and what is cleared when they leave. */
import { describe, expect, it } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import { loggedIn, memberLoaded } from "./account.fixtures.ts"
import { isMember, memberOf } from "./account.ts"
import { INITIAL_STATE } from "./initial-state.ts"
import { commandId, TestLog } from "./log.fixtures.ts"
import { walletLoaded } from "./wallet.fixtures.ts"

describe("the identity", () => {
  it("is a guest's until log-in, then a member's with their profile [AUTH-05]", () => {
    const log = new TestLog().event(memberLoaded)
    expect(isMember(log.state)).toBe(false)
    log.event(loggedIn)
    expect(memberOf(log.state)).toMatchObject({ username: "robin", profile: null })
    log.event(memberLoaded)
    expect(memberOf(log.state)).toMatchObject({
      memberId: "m1",
      verified: true,
      profile: { capName: "Robin", email: "robin@example.invalid", welcomed: false },
    })
    log.event({ ...memberLoaded, verified: false, welcomed: true })
    expect(memberOf(log.state)?.profile).toMatchObject({ welcomed: true })
  })

  it("keeps the profile when the same member logs in again, and no other's", () => {
    const log = new TestLog().event(loggedIn).event(memberLoaded).event(loggedIn)
    expect(memberOf(log.state)?.profile).not.toBeNull()
    log.event({ ...loggedIn, memberId: "m2" as MemberId })
    expect(memberOf(log.state)?.profile).toBeNull()
  })

  it("leaves nothing personal behind after log-out [AUTH-20]", () => {
    const log = new TestLog()
      .event(loggedIn)
      .event(memberLoaded)
      .event({ _tag: "CreditsChanged", credits: 600 })
      .event(walletLoaded)
      .fact({ _tag: "WalletOpened" })
      .fact({ _tag: "CommandSent", commandId: commandId("out"), command: "LogOut" })
      .event({ _tag: "LoggedOut", reason: "requested" }, commandId("out"))
    const { visit: _, ...personal } = log.state
    const { visit: __, ...initial } = INITIAL_STATE
    expect(personal).toEqual({
      ...initial,
      account: { ...initial.account, identity: { _tag: "LoggedOut", reason: "requested" } },
    })
  })
})

describe("the log-in and registration dialogs", () => {
  it("close once a member is logged in, and no other dialog does [AUTH-16]", () => {
    for (const dialog of ["logIn", "register"] as const) {
      const log = new TestLog().fact({ _tag: "DialogOpened", dialog }).event(loggedIn)
      expect(log.state.dialogs.open).toBeNull()
    }
    const elsewhere = new TestLog().fact({ _tag: "WalletOpened" }).event(loggedIn)
    expect(elsewhere.state.dialogs.open).toBe("wallet")
  })
})

describe("the refusals", () => {
  it("of a log-in stay until the next attempt or the next dialog", () => {
    const refused = () => new TestLog().event({ _tag: "LogInRefused", label: "incorrectPassword" })
    expect(refused().state.account.logInRefusal).toEqual({ label: "incorrectPassword" })
    const again = refused().fact({
      _tag: "CommandSent",
      commandId: commandId("again"),
      command: "LogIn",
    })
    expect(again.state.account.logInRefusal).toBeNull()
    const reopened = refused().fact({ _tag: "DialogOpened", dialog: "logIn" })
    expect(reopened.state.account.logInRefusal).toBeNull()
  })

  it("of a registration stay until its own next attempt or the next dialog", () => {
    const refused = () =>
      new TestLog()
        .event({ _tag: "RegistrationRefused", label: "badRequest", fields: [] })
        .event({ _tag: "LogInRefused", label: "incorrectPassword" })
    const sent = (command: "LogIn" | "Register") =>
      refused().fact({ _tag: "CommandSent", commandId: commandId("again"), command }).state.account
    expect(sent("Register")).toMatchObject({
      registrationRefusal: null,
      logInRefusal: { label: "incorrectPassword" },
    })
    expect(sent("LogIn")).toMatchObject({
      registrationRefusal: { label: "badRequest" },
      logInRefusal: null,
    })
    const reopened = refused().fact({ _tag: "DialogOpened", dialog: "register" })
    expect(reopened.state.account.registrationRefusal).toBeNull()
  })

  it("of a registration name the fields at fault", () => {
    const fields = [{ field: "email", label: "badRequest.email.exists" }]
    const log = new TestLog().event({ _tag: "RegistrationRefused", label: "badRequest", fields })
    expect(log.state.account.registrationRefusal).toEqual({ label: "badRequest", fields })
    log.event({ _tag: "MemberRegistered", memberId: "m1" as MemberId })
    expect(log.state.account).toMatchObject({ registrationRefusal: null, justRegistered: true })
  })
})
