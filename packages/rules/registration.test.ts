import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { birthdayFault } from "./birthday.ts"
import { emailFault } from "./email.ts"
import { logInFaults } from "./log-in.ts"
import { passwordFault, passwordLengths, trimmedPassword } from "./password.ts"
import { fullerRegistrationFaults, registrationFaults } from "./registration.ts"
import {
  USERNAME_AT_REGISTRATION,
  USERNAME_IN_PROMPT,
  USERNAME_IN_SETTINGS,
  usernameFault,
} from "./username.ts"

const texts = Effect.runSync(
  Arbitrary.sampleEffect(Arbitrary.schema(Schema.String), { count: 500, size: 40, seed: 1 }),
)

const USUAL = passwordLengths({ longPasswords: false })
const LONG = passwordLengths({ longPasswords: true })

describe("a password", () => {
  it.each([
    ["is required [AUTH-27]", "", "required"],
    ["is required, blanks are none", " \t ", "required"],
    ["has at least 6 characters [AUTH-28]", "abc12", "tooShort"],
    ["has at most 32 characters [AUTH-29]", `a1${"x".repeat(31)}`, "tooLong"],
    ["holds no white space [AUTH-32]", "abc 123", "whitespace"],
    ["holds a digit [AUTH-30]", "abcdefg", "noNumbers"],
    ["holds a letter from a to z [AUTH-31]", "1234567é", "noLetters"],
    ["is accepted at 6 characters [AUTH-55]", "abcde1", null],
    ["is accepted at 32 characters", `A1${"-".repeat(30)}`, null],
    ["is trimmed at its ends first [AUTH-33]", "  abcde1 ", null],
  ] as const)("%s", (_, typed, fault) => {
    expect(passwordFault(typed, USUAL)).toBe(fault)
  })

  it.each([
    ["abcdef1", "tooShort"],
    ["abcdefg1", null],
    [`a1${"x".repeat(62)}`, null],
    [`a1${"x".repeat(63)}`, "tooLong"],
    ["  abcdef1  ", "tooShort"],
    ["abcdefg 1", "whitespace"],
    ["abcdefgh", "noNumbers"],
    ["12345678", "noLetters"],
    [`a1${"\u{1F600}".repeat(62)}`, null],
  ] as const)(
    "has 8 to 64 characters where the brand wants long ones: %j is %j",
    (typed, fault) => {
      expect(passwordFault(typed, LONG)).toBe(fault)
    },
  )

  it("is refused for the first failing rule: length before white space before digits before letters", () => {
    expect(passwordFault("a b", USUAL)).toBe("tooShort")
    expect(passwordFault(`- ${"-".repeat(40)}`, USUAL)).toBe("tooLong")
    expect(passwordFault("---- ---", USUAL)).toBe("whitespace")
    expect(passwordFault("--------", USUAL)).toBe("noNumbers")
  })

  it("is judged the same before and after trimming, whatever was typed", () => {
    for (const text of texts) {
      expect(passwordFault(` ${text}\n`, USUAL)).toBe(passwordFault(trimmedPassword(text), USUAL))
    }
  })
})

describe("an e-mail address", () => {
  it.each([
    ["", "required"],
    ["   ", "required"],
    ["robin", "invalid"],
    ["robin@example", "invalid"],
    ["ro bin@example.org", "invalid"],
    [`robin@${`${"x".repeat(60)}.`.repeat(4)}info`, null],
    [`robin1@${`${"x".repeat(60)}.`.repeat(4)}info`, "invalid"],
    ["ro\u0000bin@example.org", "invalid"],
    ["ro\u200bbin@example.org", null],
    ["\u202erobin@example.org\u00a0\ufeff", null],
    ["ro\ud800bin@example.org", "invalid"],
    ["robin@@example.org", "invalid"],
    ["robin@example..org", "invalid"],
    [`${"r".repeat(65)}@example.org`, "invalid"],
    [" robin+wallet@mail.example.org ", null],
    ["röbin@exämple.org", "unreachable"],
  ] as const)("of %j is judged as %j [AUTH-26]", (typed, fault) => {
    expect(emailFault(typed)).toBe(fault)
  })

  it("is judged quickly however long it is", () => {
    // Processor time, because the machine may be busy.
    const started = process.cpuUsage()
    emailFault(`${"a@".repeat(20_000)}${"a.".repeat(20_000)}`)
    expect(process.cpuUsage(started).user).toBeLessThan(200_000)
  })
})

describe("a username", () => {
  it("has 4 to 14 characters at registration [AUTH-34]", () => {
    expect(usernameFault("", USERNAME_AT_REGISTRATION)).toBe("required")
    expect(usernameFault("abc", USERNAME_AT_REGISTRATION)).toBe("tooShort")
    expect(usernameFault("abcd", USERNAME_AT_REGISTRATION)).toBeNull()
    expect(usernameFault("a".repeat(14), USERNAME_AT_REGISTRATION)).toBeNull()
    expect(usernameFault("a".repeat(15), USERNAME_AT_REGISTRATION)).toBe("tooLong")
  })

  it("has up to 31 characters in the prompt and 32 in settings [AUTH-61] [AUTH-62]", () => {
    expect(usernameFault("a".repeat(31), USERNAME_IN_PROMPT)).toBeNull()
    expect(usernameFault("a".repeat(32), USERNAME_IN_PROMPT)).toBe("tooLong")
    expect(usernameFault("a".repeat(32), USERNAME_IN_SETTINGS)).toBeNull()
  })

  it("allows letters, digits, hyphen and underscore and no forbidden word [AUTH-35] [AUTH-60] [AUTH-63]", () => {
    expect(usernameFault("ab_-09Z", USERNAME_AT_REGISTRATION)).toBeNull()
    expect(usernameFault("ab.cd", USERNAME_AT_REGISTRATION)).toBe("characters")
    // Spaces, a leading dot, look-alikes of another script or width, invisible characters.
    for (const name of ["an na", ".anna", "\u0430nna", "anna\uFF11", "ann\u00E4", "an\tna"]) {
      expect([name, usernameFault(name, USERNAME_AT_REGISTRATION)]).toEqual([name, "characters"])
    }
    expect(usernameFault(" anna ", USERNAME_AT_REGISTRATION)).toBeNull()
    expect(usernameFault("\u202Aan\u200Bna\u202C", USERNAME_AT_REGISTRATION)).toBeNull()
    expect(usernameFault("mySUPPORTer", USERNAME_AT_REGISTRATION)).toBe("forbidden")
    expect(usernameFault("4dmin1", USERNAME_AT_REGISTRATION)).toBe("forbidden")
  })
})

describe("a birthday", () => {
  it("makes an adult from the 18th birthday on [AUTH-36]", () => {
    expect(birthdayFault("2008-11-21", "2026-11-21")).toBeNull()
    expect(birthdayFault("2008-11-22", "2026-11-21")).toBe("tooYoung")
    expect(birthdayFault("2008-02-29", "2026-02-28")).toBe("tooYoung")
    expect(birthdayFault("2008-02-29", "2026-03-01")).toBeNull()
  })

  it("is a day of the calendar in living memory", () => {
    expect(birthdayFault("", "2026-11-21")).toBe("required")
    for (const typed of [
      "2001-02-30",
      "2001-13-01",
      "21-11-2001",
      "1899-12-31",
      "2027-01-01",
      "x",
    ]) {
      expect(birthdayFault(typed, "2026-11-21")).toBe("invalid")
    }
  })
})

describe("the forms of an account", () => {
  it("of registration report one fault per field, in order [AUTH-23]", () => {
    expect(registrationFaults({ email: "x", password: "" }, USUAL)).toEqual([
      { field: "email", label: "invalid" },
      { field: "password", label: "required" },
    ])
    expect(registrationFaults({ email: "robin@example.org", password: "abcde1" }, USUAL)).toEqual(
      [],
    )
  })

  it("of the longer registration need name, birthday and terms too [AUTH-24] [AUTH-37]", () => {
    const form = { email: "robin@example.org", password: "abcde1", username: "", birthday: "" }
    expect(
      fullerRegistrationFaults({ ...form, termsAccepted: false }, "2026-11-21", USUAL),
    ).toEqual([
      { field: "username", label: "required" },
      { field: "birthday", label: "required" },
      { field: "termsAccepted", label: "required" },
    ])
  })

  it("of log-in need an e-mail address without spaces and a password [AUTH-11] [AUTH-12]", () => {
    expect(logInFaults({ email: "robin 1@example.org", password: " " })).toEqual([
      { field: "email", label: "invalid" },
      { field: "password", label: "required" },
    ])
    expect(logInFaults({ email: " robin@example.org ", password: "short" })).toEqual([])
    const long = (length: number) =>
      logInFaults({ email: "r@example.org", password: ` ${"x".repeat(length)}` })
    expect(long(1_000)).toEqual([])
    expect(long(1_001)).toEqual([{ field: "password", label: "tooLong" }])
  })
})
