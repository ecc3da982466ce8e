/** The visitor's identity, and what stays and what is cleared when they leave. */
import { describe, expect, it } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import type { EventOf } from "@foldcast/contracts/stream/event"
import { isMember, memberOf } from "./account.ts"
import { INITIAL_STATE } from "./initial-state.ts"
import { commandId, TestLog } from "./log.fixtures.ts"
import { failureOf, isPending } from "./pending.ts"
import { isMemberSourceInterrupted } from "./visit.ts"
import { walletLoaded } from "./wallet.fixtures.ts"

const loggedIn: EventOf<"LoggedIn"> = {
  _tag: "LoggedIn",
  memberId: "m1" as MemberId,
  username: "robin",
  verified: false,
}
const memberLoaded: EventOf<"MemberLoaded"> = {
  _tag: "MemberLoaded",
  username: "robin",
  capName: "Robin",
  email: "robin@example.invalid",
  verified: true,
  endUserText: null,
  lander: null,
  showChangeUsername: false,
}

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

  it("closes the log-in and registration dialogs once a member is logged in [AUTH-16]", () => {
    for (const dialog of ["logIn", "register"] as const) {
      const log = new TestLog().fact({ _tag: "DialogOpened", dialog }).event(loggedIn)
      expect(log.state.dialogs.open).toBeNull()
    }
    const elsewhere = new TestLog().fact({ _tag: "WalletOpened" }).event(loggedIn)
    expect(elsewhere.state.dialogs.open).toBe("wallet")
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

describe("the balance", () => {
  it("is what the last fact said, an integer, and unknown before the first [WALLET-05] [WALLET-47]", () => {
    const log = new TestLog()
    expect(log.state.credits.balance).toBeNull()
    log.event({ _tag: "CreditsChanged", credits: 600 })
    log.event({ _tag: "CreditsChanged", credits: 540 })
    expect(log.state.credits.balance).toBe(540)
  })

  it("has run out when a charge found none, until credits come [WALLET-48]", () => {
    const log = new TestLog().event({ _tag: "CreditsRanOut", action: "interval" })
    expect(log.state.credits.ranOut).toBe("interval")
    log.event({ _tag: "CreditsChanged", credits: 0 })
    expect(log.state.credits.ranOut).toBe("interval")
    log.event({ _tag: "CreditsChanged", credits: 60 })
    expect(log.state.credits.ranOut).toBeNull()
  })
})

describe("a pending command", () => {
  const id = commandId("in")
  const sent = () => new TestLog().fact({ _tag: "CommandSent", commandId: id, command: "LogIn" })

  it("ends at a fact of its outcomes with its cause, and at no other", () => {
    expect(isPending("LogIn")(sent().state)).toBe(true)
    expect(isPending("LogOut")(sent().state)).toBe(false)
    expect(isPending("LogIn")(sent().event(loggedIn, id).state)).toBe(false)
    expect(isPending("LogIn")(sent().event(loggedIn, commandId("other")).state)).toBe(true)
    expect(isPending("LogIn")(sent().event(memberLoaded, id).state)).toBe(true)
  })

  it("ends when it was not admitted, and says why until the next of its kind", () => {
    const log = sent().fact({ _tag: "CommandFailed", commandId: id, label: "request.tooMany" })
    expect(isPending("LogIn")(log.state)).toBe(false)
    expect(failureOf("LogIn")(log.state)).toBe("request.tooMany")
    log.fact({ _tag: "CommandSent", commandId: commandId("in-2"), command: "LogIn" })
    expect(failureOf("LogIn")(log.state)).toBeNull()
  })

  it("ends when its position is reached, before or after the gateway's answer", () => {
    const admitted = { _tag: "CommandAdmitted", commandId: id, seq: 1 } as const
    const answerFirst = sent().fact(admitted)
    expect(isPending("LogIn")(answerFirst.state)).toBe(true)
    answerFirst.event({ _tag: "CreditsChanged", credits: 1 })
    expect(isPending("LogIn")(answerFirst.state)).toBe(false)
    const factFirst = sent().event({ _tag: "CreditsChanged", credits: 1 }).fact(admitted)
    expect(isPending("LogIn")(factFirst.state)).toBe(false)
  })

  it("ends when the stream is reset", () => {
    const log = sent().event({ _tag: "StreamReset", reason: "evicted" })
    expect(log.state.pending.commands).toEqual({})
    expect(log.state.visit).toMatchObject({ resetBy: "evicted", started: null, seq: 1 })
  })
})

describe("an interruption of a source", () => {
  it("is known per source, once, until that is restored", () => {
    const log = new TestLog()
      .event({ _tag: "SourceInterrupted", source: "member-socket" })
      .event({ _tag: "SourceInterrupted", source: "member-socket" })
    expect(log.state.visit.interrupted).toEqual(["member-socket"])
    expect(isMemberSourceInterrupted(log.state)).toBe(true)
    log.event({ _tag: "SourceRestored", source: "member-socket" })
    expect(log.state.visit.interrupted).toEqual([])
  })
})
