import { describe, expect, it } from "vitest"
import { draftOf, faultyNames, noFaults, withDraft } from "./form-state.ts"

const empty = { email: "", password: "" }

describe("a form's draft", () => {
  it("holds the fields that may be kept and never a password", () => {
    const typed = { email: "a@b.nl", password: "geheim1" }
    expect(draftOf(typed, ["email"], null)).toEqual({ email: "a@b.nl" })
    expect(withDraft(empty, ["email"], typed)).toEqual({ email: "a@b.nl", password: "" })
  })

  it("leaves alone what another form of the same draft has kept", () => {
    const registration = { email: "a@b.nl", username: "noor" }
    expect(draftOf({ ...empty, email: "c@d.nl" }, ["email"], registration)).toEqual({
      email: "c@d.nl",
      username: "noor",
    })
  })

  it("is empty where nothing was kept", () => {
    expect(withDraft(empty, ["email"], null)).toEqual(empty)
  })
})

describe("a form's faults", () => {
  it("are listed in the form's order", () => {
    expect(faultyNames(noFaults(empty))).toEqual([])
    expect(faultyNames({ email: "Enter your email address.", password: "Choose one." })).toEqual([
      "email",
      "password",
    ])
  })
})
