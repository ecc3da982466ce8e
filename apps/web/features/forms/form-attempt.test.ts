import { describe, expect, it } from "vitest"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { attemptView, NO_ATTEMPT } from "./form-attempt.ts"

const sent = { ...NO_ATTEMPT, wasSent: true }
const ended = {
  isCommandPending: false,
  failure: null,
  isOffline: false,
  refusal: null,
  refusalOf: (label: string) => ({ text: label, fields: {} }),
}
const refusal = { text: "taken", fields: {} }

describe("what is shown of a form's attempt", () => {
  it("is no refusal of an earlier command before this form sent one", () => {
    const view = attemptView(NO_ATTEMPT, { ...ended, refusal, failure: NO_COOKIE })
    expect(view).toMatchObject({ refused: null, missesCookie: false, wasSent: false })
  })

  it("is nothing while the command or the step before it is under way", () => {
    const isPending = { ...ended, refusal, isCommandPending: true }
    expect(attemptView(sent, isPending)).toMatchObject({ isPending: true, refused: null })
    const isPreparing = { ...sent, isPreparing: true }
    expect(attemptView(isPreparing, { ...ended, refusal })).toMatchObject({
      isPending: true,
      refused: null,
    })
  })

  it("is a refusal as a whole, or of its fields and nothing else", () => {
    expect(attemptView(sent, { ...ended, refusal })).toMatchObject({ refused: "taken" })
    const ofField = { text: "taken", fields: { email: "in use" } }
    expect(attemptView(sent, { ...ended, refusal: ofField })).toMatchObject({
      refused: null,
      refusedFields: { email: "in use" },
    })
  })

  it("is why the step before sent nothing, whatever an earlier command ended with", () => {
    const notReady = { ...sent, notReady: "cancelled" }
    const view = attemptView(notReady, { ...ended, refusal, failure: NO_COOKIE })
    expect(view).toMatchObject({ refused: "cancelled", missesCookie: false, wasSent: false })
  })

  it("is the missing network only as long as it is missing", () => {
    const tried = { ...NO_ATTEMPT, triedOffline: true }
    expect(attemptView(tried, { ...ended, isOffline: true }).triedOffline).toBe(true)
    expect(attemptView(tried, ended).triedOffline).toBe(false)
  })
})
