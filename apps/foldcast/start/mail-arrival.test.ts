import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { brandById } from "@foldcast/backend/brands/brands"
import { mailContent } from "@foldcast/backend/mail/mail-content"
import type { Mail } from "@foldcast/backend/mail/mail"
import { MailTransport } from "@foldcast/backend/mail/mail-transport"
import { testSimulators } from "./simulators.fixture.ts"

const world = testSimulators()

const BRAND = {
  name: "Foldcast",
  colours: brandById("foldcast").colours,
  company: { name: "Foldcast", email: "service@foldcast.example", address: null },
}
const LINK = `https://site.example/?action=resetpassword&token=${"a.b".repeat(60)}.c`

/** Sends it as the backend does, and returns the received mail. */
const arrived = async (mail: Mail, from = BRAND.company.name) => {
  const content = mailContent(mail, BRAND)
  await Effect.runPromise(
    Effect.flatMap(MailTransport, ({ send }) =>
      send(
        {
          from: { name: from, address: BRAND.company.email },
          to: mail.to,
          messageId: "<1.1@foldcast.example>",
          lang: mail.lang,
        },
        content,
      ),
    ).pipe(Effect.provide(MailTransport.smtp(Redacted.make(world().smtpUrl)))),
  )
  const query = new URLSearchParams({ to: mail.to })
  const response = await fetch(`${world().url}/mailbox/messages/next?${query.toString()}`)
  return { content, message: (await response.json()) as Record<string, unknown> }
}

describe("a mail on its way from the backend to the simulated mailbox", () => {
  it("arrives word for word, with its link whole", async () => {
    const { content, message } = await arrived({
      _tag: "PasswordReset",
      memberId: "m_1",
      to: "anna@mail.example",
      lang: "nl",
      brand: "foldcast",
      link: LINK,
      validForMinutes: 60,
    })
    expect(message).toMatchObject({
      to: "anna@mail.example",
      from: "Foldcast <service@foldcast.example>",
      subject: content.subject,
      links: [LINK],
    })
    expect(String(message["text"]).replaceAll("\r\n", "\n").trim()).toBe(content.text.trim())
    expect(String(message["html"]).replaceAll("\r\n", "\n").trim()).toBe(content.html.trim())
  })

  it("goes to nobody but its recipient, whatever the sender is called", async () => {
    const name = "Foldcast\r\nBcc: other@mail.example\r\n\r\nHello"
    const { message } = await arrived(
      { _tag: "AccountDeleted", to: "bram@mail.example", lang: "en", brand: "foldcast" },
      name,
    )
    expect(message["from"]).toBe(
      "Foldcast Bcc: other@mail.example Hello <service@foldcast.example>",
    )
    const others = await fetch(`${world().url}/mailbox/messages?to=other@mail.example`)
    expect(await others.json()).toEqual([])
  })
})
