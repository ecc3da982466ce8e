import { describe, expect, it } from "vitest"
import { INVALID, REACHABLE, UNREACHABLE, WITH_INVISIBLE_MARKS } from "./email-addresses.fixture.ts"
import { emailFault, knownEmailFault, mailboxOf, trimmedEmail } from "./email.ts"

describe("an address", () => {
  it("in odd forms, a hundred of them, is one recipient, and may be typed with spaces around it [LINK-07]", () => {
    expect(new Set(REACHABLE.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(100)
    for (const [typed, mailbox] of REACHABLE) {
      expect([typed, emailFault(` ${typed}\r\n`)]).toEqual([typed, null])
      expect([typed, mailboxOf(typed)]).toEqual([typed, mailbox])
      // The form also accepts the recipient that the mail server receives.
      expect([mailbox, mailboxOf(mailbox)]).toEqual([mailbox, mailbox])
    }
  })

  it("that not every mail server accepts is refused with a reason of its own [LINK-07]", () => {
    for (const typed of UNREACHABLE) {
      expect([typed, emailFault(typed), mailboxOf(typed)]).toEqual([typed, "unreachable", null])
    }
  })

  it("that is invalid, or more than one, is refused [LINK-07]", () => {
    expect(new Set(INVALID).size).toBeGreaterThanOrEqual(100)
    for (const typed of INVALID) {
      expect([typed, emailFault(typed), mailboxOf(typed)]).toEqual([typed, "invalid", null])
    }
  })

  it("pasted with invisible characters is read without them [TEXT-03]", () => {
    for (const typed of WITH_INVISIBLE_MARKS) {
      expect([typed, emailFault(typed), mailboxOf(typed)]).toEqual([typed, null, null])
      expect(mailboxOf(trimmedEmail(typed))).toBe("robin@mail.example")
    }
  })

  it("that only finds an account may be one that no form accepts any more [AUTH-11]", () => {
    for (const typed of [
      ...REACHABLE.map(([reachable]) => reachable),
      "röbin@example.org",
      "a..b@mail.example",
      "anna@localhost",
    ]) {
      expect([typed, knownEmailFault(typed)]).toEqual([typed, null])
    }
    for (const typed of ["anna", "@", "anna@", "an na@mail.example", "a@b@c.example"]) {
      expect([typed, knownEmailFault(typed)]).toEqual([typed, "invalid"])
    }
    expect(knownEmailFault(" ")).toBe("required")
  })
})
