import { describe, expect, it } from "vitest"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import {
  emailChangeMessage,
  passwordChangeMessage,
  sessionEndMessage,
  usernameChangeMessage,
} from "./error-messages.ts"

const EN = { locale: "en" } as const

describe("the text of a refused setting", () => {
  it.each([
    ["badRequest.usernameExists", "This username is already taken."],
    ["badRequest.forbidden", "This username isn’t allowed. Choose another one."],
    ["badRequest.tooShort", "This username is too short. Use at least 4 characters."],
    ["badRequest.tooLong", "This username is too long."],
    ["badRequest.characters", "Use only letters, numbers, _ and -."],
    ["badRequest.required", "Choose a username."],
    ["badRequest.new", "Something went wrong while saving. Please try again."],
    ["unavailable", "This isn’t possible right now. Please try again in a few minutes."],
  ])("explains %s as a label of the change of a username [ERR-09]", (label, text) => {
    expect(usernameChangeMessage(label)({}, EN)).toBe(text)
  })

  it("distinguishes an address in use from an error while saving [ERR-10]", () => {
    expect(emailChangeMessage("emailExists")({}, EN)).toBe("This email address is already in use.")
    for (const label of ["undefined", "anything"]) {
      expect(emailChangeMessage(label)({}, EN)).toBe(
        "Something went wrong while saving. Please try again.",
      )
    }
  })

  it("names an incorrect password, and an error without a label as such [ERR-11, ERR-13]", () => {
    expect(passwordChangeMessage("incorrectPassword")({}, EN)).toBe(
      "Your current password isn’t right.",
    )
    expect(passwordChangeMessage("undefined")({}, EN)).toBe(
      "Something unexpected went wrong. Please try again.",
    )
  })

  it.each(["outcomeUnknown", NO_ANSWER])("never takes %s for a refusal", (label) => {
    for (const message of [
      emailChangeMessage,
      passwordChangeMessage,
      usernameChangeMessage,
      sessionEndMessage,
    ]) {
      expect(message(label)({}, EN)).toContain("don’t know whether this worked")
    }
  })
})
