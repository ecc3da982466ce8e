/** The rules of the account forms, apart from registration and log-in. */
import { describe, expect, it } from "vitest"
import { deletionFault } from "./account-deletion.ts"
import { emailChangeFaults } from "./email-change.ts"
import { forgotPasswordFault, forgotPasswordIdentity } from "./forgot-password.ts"
import { isLinkExpired } from "./link-token.ts"
import { passwordLengths } from "./password.ts"
import { passwordChangeFaults, type PasswordChangeForm } from "./password-change.ts"
import { USERNAME_IN_PROMPT, USERNAME_INPUT_MAX } from "./username.ts"
import { SUGGESTIONS_SHOWN, suggestionStem } from "./username-suggestions.ts"
import { effectiveWelcomeCredits, welcomeMinutes } from "./welcome-credits.ts"

describe("a forgotten password", () => {
  it.each([
    ["", "required"],
    ["   ", "required"],
    ["abc", "tooShort"],
    [" abc ", "tooShort"],
    ["abcd", null],
    [`${"a".repeat(242)}@example.org`, null],
    [`${"a".repeat(243)}@example.org`, "tooLong"],
  ] as const)("can be asked for by %j: %j [AUTH-40, AUTH-41]", (typed, fault) => {
    expect(forgotPasswordFault(typed)).toBe(fault)
  })
  it.each([
    [" robin@example.org ", { email: "robin@example.org" }],
    ["a.b@c", { email: "a.b@c" }],
    ["robin@example", { username: "robin@example" }],
    ["robin.b", { username: "robin.b" }],
    ["robin", { username: "robin" }],
  ])(
    "is asked for by %j as an e-mail address with both @ and . and as a username otherwise [AUTH-42]",
    (typed, identity) => {
      expect(forgotPasswordIdentity(typed)).toEqual(identity)
    },
  )
})

describe("a changed password", () => {
  const faultsOf = (form: PasswordChangeForm, longPasswords = false) =>
    passwordChangeFaults(form, passwordLengths({ longPasswords }))
  const form = { password: "geheim1", newPassword: "nieuw22", repeatNewPassword: "nieuw22" }

  it("is accepted when every rule is met, and is trimmed at its end", () => {
    expect(faultsOf(form)).toEqual([])
    expect(faultsOf({ ...form, repeatNewPassword: " nieuw22 " })).toEqual([])
  })
  it("needs the old one, with at least 6 characters [AUTH-53]", () => {
    const old = (password: string) => faultsOf({ ...form, password })
    expect(old(" ")).toEqual([{ field: "password", label: "required" }])
    expect(old("kort1")).toEqual([{ field: "password", label: "tooShort" }])
    expect(old("zesdig")).toEqual([])
  })
  it("has the brand's lengths, and the old one those with which it was chosen", () => {
    expect(faultsOf(form, true)).toEqual([{ field: "newPassword", label: "tooShort" }])
    const long = `nieuw22${"-".repeat(57)}`
    const longer = { ...form, newPassword: long, repeatNewPassword: long }
    expect(faultsOf(longer, true)).toEqual([])
    expect(faultsOf(longer)).toEqual([{ field: "newPassword", label: "tooLong" }])
  })
  it("needs no old one by an e-mailed link, and is not compared with one [AUTH-54]", () => {
    expect(faultsOf({ ...form, password: null })).toEqual([])
  })
  it.each([
    ["", "required"],
    ["kort1", "tooShort"],
    [`a1${"x".repeat(31)}`, "tooLong"],
    ["abc 123", "whitespace"],
    ["abcdefg", "noNumbers"],
    ["1234567", "noLetters"],
    [" geheim1 ", "sameAsOld"],
  ] as const)("is refused as %j with %s [AUTH-55, AUTH-56]", (typed, label) => {
    const faults = faultsOf({ ...form, newPassword: typed, repeatNewPassword: typed })
    expect(faults).toContainEqual({ field: "newPassword", label })
  })
  it("has to be repeated alike [AUTH-57]", () => {
    const repeated = (repeatNewPassword: string) => faultsOf({ ...form, repeatNewPassword })
    expect(repeated(" ")).toEqual([{ field: "repeatNewPassword", label: "required" }])
    expect(repeated("Nieuw22")).toEqual([{ field: "repeatNewPassword", label: "sameAs" }])
  })
  it("has one fault per field, in the form's order", () => {
    expect(faultsOf({ password: "", newPassword: "", repeatNewPassword: "" })).toEqual([
      { field: "password", label: "required" },
      { field: "newPassword", label: "required" },
      { field: "repeatNewPassword", label: "required" },
    ])
  })
})

describe("a changed e-mail address", () => {
  const faults = (email: string, repeatEmail = email, password = "geheim1") =>
    emailChangeFaults({ email, repeatEmail, password }, "Robin@example.org")

  it("is required, valid, another than the old one and repeated alike [AUTH-58]", () => {
    expect(faults("")).toEqual([
      { field: "email", label: "required" },
      { field: "repeatEmail", label: "required" },
    ])
    expect(faults("robin")).toEqual([{ field: "email", label: "invalid" }])
    expect(faults(" ROBIN@example.org ")).toEqual([{ field: "email", label: "sameAsOld" }])
    expect(faults("r@example.org", "s@example.org")).toEqual([
      { field: "repeatEmail", label: "sameAs" },
    ])
    expect(faults("r@example.org", " R@example.org ")).toEqual([])
  })
  it("needs the present password", () => {
    expect(faults("r@example.org", "r@example.org", "  ")).toEqual([
      { field: "password", label: "required" },
    ])
    expect(faults("r@example.org", "r@example.org", "kort1")).toEqual([
      { field: "password", label: "tooShort" },
    ])
    expect(faults("r@example.org", "r@example.org", "x".repeat(1_001))).toEqual([
      { field: "password", label: "tooLong" },
    ])
  })
})

describe("a deleted account", () => {
  it("needs the password, for the account that was shown", () => {
    const fault = (username: string, password = "geheim1") =>
      deletionFault({ username, password }, "Robin")
    expect(fault("robi")).toBe("anotherName")
    expect(fault("Robin", " ")).toBe("required")
    expect(fault("Robin", "kort1")).toBe("tooShort")
    expect(fault(" rOBIN ")).toBeNull()
  })
})

describe("usernames", () => {
  it("can be typed one character longer than the prompt accepts [AUTH-61]", () => {
    expect([USERNAME_INPUT_MAX, USERNAME_IN_PROMPT.max]).toEqual([32, 31])
  })
  it("are suggested for the letters and digits that were typed, three at a time [AUTH-64]", () => {
    expect(suggestionStem(" R0b-in_é!x ")).toBe("R0binx")
    expect(suggestionStem("a".repeat(40))).toHaveLength(32)
    expect(SUGGESTIONS_SHOWN).toBe(3)
  })
})

describe("an e-mailed link", () => {
  const tokenOf = (payload: unknown) =>
    `h.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.s`

  it("is expired when its expiry is at or before now [AUTH-70]", () => {
    const token = tokenOf({ exp: 1_700_000_000, text: "é>?" })
    expect(isLinkExpired(token, 1_699_999_999_999)).toBe(false)
    expect(isLinkExpired(token, 1_700_000_000_000)).toBe(true)
    expect(isLinkExpired(token, 1_700_000_000_001)).toBe(true)
  })
  it("is not expired here when its expiry cannot be read: the server decides", () => {
    const [head, payload, signature] = tokenOf({ exp: 1 }).split(".")
    for (const token of [
      "",
      "x",
      `${head}.${payload}`,
      `${head}.${payload}.${signature}.more`,
      "a.b",
      "a.b.c",
      "a.b.c.d",
      tokenOf(null),
      tokenOf({ exp: "1" }),
    ]) {
      expect(isLinkExpired(token, Number.MAX_SAFE_INTEGER)).toBe(false)
    }
  })
})

describe("welcome credits", () => {
  it("are the partner's value, or 120 when unset [CONST-01]", () => {
    expect(effectiveWelcomeCredits(null)).toBe(120)
    expect(effectiveWelcomeCredits(60)).toBe(60)
    expect(effectiveWelcomeCredits(0)).toBe(0)
  })
  it("are advertised with the minutes they are worth", () => {
    expect([120, 119, 59, 0].map(welcomeMinutes)).toEqual([2, 1, 0, 0])
  })
})
