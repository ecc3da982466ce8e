import { describe, expect, it } from "vitest"
import { providerOf } from "@foldcast/contracts/stream/payment-provider"
import type { BasicInfo, UpstreamPaymentOption } from "@foldcast/contracts/upstream/member-api"
import type { CallFailure, CallOutcome } from "../upstream/frame.ts"
import {
  activationFacts,
  deletionFacts,
  emailCancellationFacts,
  emailFacts,
  logInRefused,
  memberLoaded,
  passwordFacts,
  usernameFacts,
} from "./account.ts"
import { normaliseMemberFrame } from "./member-socket.ts"
import {
  bundle,
  inPreferredOrder,
  paymentOption,
  paymentSessionFact,
  paymentSettled,
  walletFact,
} from "./wallet.ts"

const socket = (call: "payment-failed" | "setCredits" | "updated-credits", payload: never) =>
  normaliseMemberFrame({ source: "member-socket", call, payload })

const INFO: BasicInfo = {
  username: "anna",
  email: "anna@example.test",
  credits: 120,
  verified: false,
  lander: null,
  endUserText: null,
}

describe("frames of the member socket", () => {
  it.each(["setCredits", "updated-credits"] as const)(
    "with %s change the balance [WALLET-47, API-094]",
    (call) => {
      expect(socket(call, { credits: 7 } as never)).toEqual([
        { _tag: "CreditsChanged", credits: 7 },
      ])
    },
  )
  it("with action interval or pre-paid are read as the signal that credits ran out, and as no failed payment [WALLET-48]", () => {
    for (const action of ["interval", "pre-paid"]) {
      expect(
        socket("payment-failed", { action, sessionId: "s1", reasonCode: 302 } as never),
      ).toEqual([{ _tag: "CreditsRanOut", action }])
    }
  })
  it("of a failed session are read as that payment's failure, with code 100 where none is given [API-096]", () => {
    expect(socket("payment-failed", { sessionId: "s1" } as never)).toEqual([
      { _tag: "PaymentFailed", sessionId: "s1", reasonCode: 100 },
    ])
    expect(socket("payment-failed", { action: "other" } as never)).toEqual([])
  })
})

describe("answers of the member API", () => {
  const refusal = (label: string | null): CallFailure => ({
    _tag: "Refused",
    status: 400,
    label,
    fields: [],
  })

  it("become facts of the member's profile and first balance [AUTH-05, API-014]", () => {
    expect(memberLoaded(INFO)).toEqual([
      expect.objectContaining({ _tag: "MemberLoaded", capName: "Anna", showChangeUsername: false }),
      { _tag: "CreditsChanged", credits: 120 },
    ])
  })
  it("say whether the welcome credits were granted before, where the upstream says so [AUTH-05]", () => {
    expect(memberLoaded({ ...INFO, welcomed: true })[0]).toMatchObject({ welcomed: true })
    expect(memberLoaded({ ...INFO, welcomed: false })[0]).toMatchObject({ welcomed: false })
    expect(memberLoaded(INFO)[0]).not.toHaveProperty("welcomed")
  })
  it("ask for a username while it is still the e-mail address [AUTH-59]", () => {
    const [loaded] = memberLoaded({ ...INFO, username: INFO.email })
    expect(loaded).toMatchObject({ showChangeUsername: true })
  })
  it("keep the upstream's label of a refused log-in [ERR-01, ERR-02, ERR-03]", () => {
    for (const label of ["notExists", "deleted", "incorrectPassword"]) {
      expect(logInRefused(refusal(label))).toEqual({ _tag: "LogInRefused", label })
    }
  })
  it.each<readonly [string, (outcome: CallOutcome<unknown>) => unknown]>([
    ["PasswordChangeRefused", passwordFacts],
    ["EmailChangeRefused", emailFacts],
    ["EmailChangeCancelRefused", emailCancellationFacts],
    ["AccountDeletionRefused", deletionFacts],
    ["UsernameChangeRefused", usernameFacts],
  ])("give in %s the reason, or unknown for one that is not listed", (tag, factsOf) => {
    expect(
      [refusal("aLabel"), refusal(null), { _tag: "Unavailable" }, { _tag: "Unknown" }].map(
        (outcome) => factsOf(outcome as CallFailure),
      ),
    ).toEqual(
      ["aLabel", "undefined", "unavailable", "outcomeUnknown"].map((label) => [
        { _tag: tag, label },
      ]),
    )
  })
  it("tell a used link from one that can no longer be used [AUTH-71, AUTH-73]", () => {
    expect(activationFacts(refusal("badRequest.activation.verified"), false)).toEqual([
      { _tag: "ActivationRefused", label: "verified" },
    ])
    for (const other of ["badRequest.activation.expired", "badRequest.activation.used", null]) {
      expect(activationFacts(refusal(other), true)).toEqual([
        { _tag: "ActivationRefused", label: "expired" },
      ])
    }
  })
  it("name no credits where an activation granted none", () => {
    expect(activationFacts({ _tag: "Answered", body: { token: "t" } }, false)).toEqual([
      { _tag: "ActivationSucceeded", credits: 0 },
    ])
  })
  it("become unknown where it is not known whether a payment session was opened", () => {
    expect(paymentSessionFact({ _tag: "Unknown" })).toEqual({ _tag: "PaymentSessionUnknown" })
  })
  it("become no fact for an open payment", () => {
    expect(paymentSettled({ _tag: "Answered", body: { sessionId: "s1", state: "open" } })).toEqual(
      [],
    )
  })
})

describe("the contents of the wallet", () => {
  it("have tags in place of upstream classes, and leave unknown ones out [WALLET-06, WALLET-07]", () => {
    expect(
      bundle({
        id: 3,
        name: "Basis",
        cost: 999,
        credits: 600,
        currency: "EUR",
        bonus: 2,
        label: null,
        meta: { classes: "default, bestDeal,sparkling" },
      }),
    ).toEqual({
      id: "3",
      name: "Basis",
      costCents: 999,
      credits: 600,
      currency: "EUR",
      bonusMinutes: 2,
      label: null,
      tags: ["default", "bestDeal"],
    })
  })
  it("name the provider by whether the id is numeric [WALLET-10]", () => {
    expect([providerOf("10"), providerOf("ideal")]).toEqual(["paynl", "dialxs"])
  })
  it("offer no method that is switched off, whatever the upstream lists", () => {
    const option = (id: string): UpstreamPaymentOption => ({
      id,
      name: id,
      image: "",
      paymentOptionSubList: [],
    })
    expect(
      walletFact(
        {
          _tag: "Answered",
          body: {
            id: "w1",
            variant: "default",
            bundles: [],
            paymentOptions: ["sofortbanking", "ideal"].map(option),
          },
        },
        {
          provider: "dialxs",
          order: ["ideal"],
          defaultMethodId: "sofortbanking",
          isOffered: (id) => id !== "sofortbanking",
        },
      ),
    ).toMatchObject({ paymentOptions: [{ id: "ideal" }], defaultMethodId: null })
  })
  it("order methods as configured, and put others behind in their own order [WALLET-45]", () => {
    const option = (id: string | number): UpstreamPaymentOption => ({
      id,
      name: String(id),
      image: "",
      paymentOptionSubList: [],
    })
    const ids = inPreferredOrder(
      [option(553), option(1), option(709), option(2)].map(paymentOption),
      ["709", "10", "553"],
    ).map(({ id }) => id)
    expect(ids).toEqual(["709", "553", "1", "2"])
  })
})
