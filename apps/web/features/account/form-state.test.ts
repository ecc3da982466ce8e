import { describe, expect, it } from "vitest"
import { faultyNames, type FormAction, initialForm, nextForm, shownFaults } from "./form-state.ts"

type Name = "email" | "password"
const faults = { email: "Enter your email address.", password: "Enter your password." }
const after = (...actions: ReadonlyArray<FormAction<Name>>) =>
  actions.reduce(nextForm<Name>, initialForm<Name>({ email: "", password: "" }))

describe("a form's errors", () => {
  it("stay away until a field is left", () => {
    expect(shownFaults(after({ _tag: "Typed", name: "email", text: "a" }), faults)).toEqual({
      email: null,
      password: null,
    })
    expect(shownFaults(after({ _tag: "Left", name: "email" }), faults)).toEqual({
      email: faults.email,
      password: null,
    })
  })

  it("all show after a submit, and go as soon as they are mended", () => {
    const submitted = after({ _tag: "Submitted" })
    expect(shownFaults(submitted, faults)).toEqual(faults)
    expect(faultyNames(shownFaults(submitted, { ...faults, email: null }))).toEqual(["password"])
  })

  it("never cost what was typed", () => {
    const state = after(
      { _tag: "Typed", name: "email", text: "a@b.nl" },
      { _tag: "Submitted" },
      { _tag: "Left", name: "email" },
    )
    expect(state.values.email).toBe("a@b.nl")
  })
})
