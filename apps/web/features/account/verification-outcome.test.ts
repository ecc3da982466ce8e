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

describe("the shown outcome of a verification", () => {
  it("is that it is being checked until the gateway has answered [AUTH-68]", () => {
    expect(outcome({ wasSent: false })).toEqual({ _tag: "Validating" })
    expect(outcome({ isPending: true })).toEqual({ _tag: "Validating" })
    expect(isFinal(outcome({ isPending: true }))).toBe(false)
  })

  it("is a question before anything is sent, and stays open by that [LINK-01]", () => {
    const asking = outcome({ mayGoOn: false, wasSent: false })
    expect(asking).toEqual({ _tag: "Asking" })
    expect(isFinal(asking)).toBe(false)
    expect(outcome({ mayGoOn: false, wasSent: false, isExpiredHere: true })).toEqual({
      _tag: "Expired",
    })
  })

  it("is success with the credits that were granted [AUTH-69]", () => {
    expect(outcome({ end: { _tag: "Done", at: 1 }, credits: 120 })).toEqual({
      _tag: "Succeeded",
      credits: 120,
    })
  })

  it("names another account where that is not the one logged in", () => {
    const end = { _tag: "Done", at: 1 } as const
    expect(outcome({ end, credits: 120, isOfAnother: true })).toEqual({ _tag: "OfAnother" })
  })

  it("is that an expired link has expired before anything is sent [AUTH-70]", () => {
    expect(outcome({ isExpiredHere: true, wasSent: false })).toEqual({ _tag: "Expired" })
  })

  it("is that a refused link has expired, whatever the label [AUTH-71]", () => {
    for (const label of ["expired", "used", "unavailable", "outcomeUnknown", "undefined"]) {
      expect(outcome({ end: { _tag: "Refused", label } })).toEqual({ _tag: "Expired" })
    }
  })

  it("says so where an address was verified before [AUTH-73]", () => {
    expect(outcome({ end: { _tag: "Refused", label: "verified" } })).toEqual({ _tag: "Verified" })
  })

  it("is unknown where nobody answered, and can be tried again", () => {
    const unanswered = outcome({ failure: "request.unanswered" })
    expect(unanswered).toEqual({ _tag: "Unanswered", label: "request.unanswered" })
    expect(isFinal(unanswered)).toBe(false)
  })

  it("is unknown too where it was asked for too often", () => {
    expect(outcome({ end: { _tag: "Refused", label: "tooManyAttempts" } })).toEqual({
      _tag: "Unanswered",
      label: "tooManyAttempts",
    })
  })

  it("waits for nothing where its visit ended before the gateway could answer", () => {
    expect(outcome({})).toMatchObject({ _tag: "Unanswered" })
    expect(outcome({ isVerified: true })).toEqual({ _tag: "Succeeded", credits: 0 })
  })
})
