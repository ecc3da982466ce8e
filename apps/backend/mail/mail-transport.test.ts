import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { REACHABLE } from "@foldcast/rules/email-addresses.fixture"
import { testMailServer } from "./mail-server.fixture.ts"
import { MailTransport, smtpOptions } from "./mail-transport.ts"

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

  it("carries a user and a password, or neither where there are none", () => {
    expect(smtpOptions("smtps://anna%40mail.example:p%3Aw%2F@mail.example")).toMatchObject({
      auth: { user: "anna@mail.example", pass: "p:w/" },
    })
    expect(smtpOptions("smtps://mail.example")).not.toHaveProperty("auth")
  })
})

describe("a mail", () => {
  it("names exactly one recipient to the server, whom the rule of addresses allows [LINK-07]", async () => {
    const server = await testMailServer()
    const from = { name: "Foldcast", address: "service@foldcast.example" }
    const content = { subject: "Hello", text: "Hello", html: "<p>Hello</p>" }
    await Effect.runPromise(
      Effect.flatMap(MailTransport, ({ send }) =>
        Effect.forEach(
          REACHABLE,
          ([to], nth) =>
            send({ from, to, messageId: `<${nth}@foldcast.example>`, lang: "en" }, content),
          { concurrency: 10 },
        ),
      ).pipe(Effect.provide(MailTransport.smtp(Redacted.make(server.url)))),
    )
    const heard = new Map(server.mails.map(({ headers, to }) => [headers.get("message-id"), to]))
    for (const [nth, [typed, mailbox]] of REACHABLE.entries()) {
      expect([typed, heard.get(`<${nth}@foldcast.example>`)]).toEqual([typed, [mailbox]])
    }
    await server.close()
  })
})
