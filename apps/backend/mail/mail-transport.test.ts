import { describe, expect, it } from "vitest"
import { smtpOptions } from "./mail-transport.ts"

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
