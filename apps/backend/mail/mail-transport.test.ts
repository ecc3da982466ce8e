import { describe, expect, it } from "vitest"
import { emailFault } from "@foldcast/rules/email"
import { mailboxOf, smtpOptions } from "./mail-transport.ts"

describe("the address of a mail server", () => {
  it("demands encryption unless the server is on this machine", () => {
    expect(smtpOptions("smtp://mail.example")).toMatchObject({
      host: "mail.example",
      port: 587,
      secure: false,
      requireTLS: true,
    })
    expect(smtpOptions("smtps://mail.example")).toMatchObject({ port: 465, secure: true })
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      expect(smtpOptions(`smtp://${host}:25`)).toMatchObject({ port: 25, requireTLS: false })
    }
    expect(smtpOptions("smtp://127.0.0.1.mail.example")).toMatchObject({ requireTLS: true })
    expect(smtpOptions("smtp://[::1]:25")).toMatchObject({ host: "::1" })
  })

  it("carries a user and a password, and none where there is none", () => {
    expect(smtpOptions("smtps://anna%40mail.example:p%3Aw%2F@mail.example")).toMatchObject({
      auth: { user: "anna@mail.example", pass: "p:w/" },
    })
    expect(smtpOptions("smtps://mail.example")).not.toHaveProperty("auth")
  })
})

describe("a mailbox", () => {
  it("is in ASCII behind the @, for a domain of any letters that the form takes", () => {
    for (const [typed, mailbox] of [
      ["anna@mail.example", "anna@mail.example"],
      ["anna@bücher.example", "anna@xn--bcher-kva.example"],
      ["Anna@BÜCHER.example", "Anna@xn--bcher-kva.example"],
      ["anna@例え.テスト", "anna@xn--r8jz45g.xn--zckzah"],
    ] as const) {
      expect(emailFault(typed)).toBeNull()
      expect(mailboxOf(typed)).toBe(mailbox)
    }
  })

  it("is one address and nothing beside it", () => {
    for (const text of [
      "",
      "@mail.example",
      "anna",
      "a@b@mail.example",
      "a@mail.example, b@x.example",
      "a@mail.example>",
      "a@x y",
    ]) {
      expect(mailboxOf(text)).toBeNull()
    }
  })
})
