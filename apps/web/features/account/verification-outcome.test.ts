import { describe, expect, it } from "vitest"
import { type ActivationState, isFinal, verificationOutcome } from "./verification-outcome.ts"

const outcome = (more: Partial<ActivationState>) =>
  verificationOutcome({
    isExpiredHere: false,
    mayGoOn: true,
    wasSent: true,
    isPending: false,
    end: { _tag: "None" },
    failure: null,
    credits: null,
    isOfAnother: false,
    isVerified: false,
    ...more,
  })

describe("a verification", () => {
  it("is validating until the gateway has told [AUTH-68]", () => {
    expect(outcome({ wasSent: false })).toEqual({ _tag: "Validating" })
    expect(outcome({ isPending: true })).toEqual({ _tag: "Validating" })
    expect(isFinal(outcome({ isPending: true }))).toBe(false)
  })

  it("asks before anything is sent, and is not over by that [LINK-01]", () => {
    const asking = outcome({ mayGoOn: false, wasSent: false })
    expect(asking).toEqual({ _tag: "Asking" })
    expect(isFinal(asking)).toBe(false)
    expect(outcome({ mayGoOn: false, wasSent: false, isExpiredHere: true })).toEqual({
      _tag: "Expired",
    })
  })

  it("succeeds with the credits that were granted [AUTH-69]", () => {
    expect(outcome({ end: { _tag: "Done", at: 1 }, credits: 120 })).toEqual({
      _tag: "Succeeded",
      credits: 120,
    })
  })

  it("of another account than the one logged in says so", () => {
    const end = { _tag: "Done", at: 1 } as const
    expect(outcome({ end, credits: 120, isOfAnother: true })).toEqual({ _tag: "OfAnother" })
  })

  it("of an expired link is expired before anything is sent [AUTH-70]", () => {
    expect(outcome({ isExpiredHere: true, wasSent: false })).toEqual({ _tag: "Expired" })
  })

  it("that was refused is expired, whatever the label [AUTH-71]", () => {
    for (const label of ["expired", "used", "unavailable", "outcomeUnknown", "undefined"]) {
      expect(outcome({ end: { _tag: "Refused", label } })).toEqual({ _tag: "Expired" })
    }
  })

  it("of an address that was verified before says so [AUTH-73]", () => {
    expect(outcome({ end: { _tag: "Refused", label: "verified" } })).toEqual({ _tag: "Verified" })
  })

  it("that nobody answered is not known, and can be tried again", () => {
    const unanswered = outcome({ failure: "request.unanswered" })
    expect(unanswered).toEqual({ _tag: "Unanswered", label: "request.unanswered" })
    expect(isFinal(unanswered)).toBe(false)
  })

  it("that was asked too often is not known either", () => {
    expect(outcome({ end: { _tag: "Refused", label: "tooManyAttempts" } })).toEqual({
      _tag: "Unanswered",
      label: "tooManyAttempts",
    })
  })

  it("whose visit ended before it could tell waits for nothing", () => {
    expect(outcome({})).toMatchObject({ _tag: "Unanswered" })
    expect(outcome({ isVerified: true })).toEqual({ _tag: "Succeeded", credits: 0 })
  })
})
