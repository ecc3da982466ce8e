/** Every address that a form accepts receives its mail, and no other does: through the simulated mail server. */
import { domainToUnicode } from "node:url"
import { Effect, Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import { MailTransport } from "@foldcast/backend/mail/mail-transport"
import { INVALID, REACHABLE, UNREACHABLE } from "@foldcast/rules/email-addresses.fixture"
import { testSimulators } from "./simulators.fixture.ts"

const world = testSimulators()

const AT_ONCE = 10

/** The result of each, in order. */
const sent = (addresses: ReadonlyArray<string>) =>
  Effect.runPromise(
    Effect.flatMap(MailTransport, ({ send }) =>
      Effect.forEach(
        addresses,
        (to, nth) =>
          Effect.result(
            send(
              {
                from: { name: "Foldcast", address: "service@foldcast.example" },
                to,
                messageId: `<${nth}@foldcast.example>`,
                lang: "en",
              },
              { subject: `no. ${nth}`, text: "Hello", html: "<p>Hello</p>" },
            ),
          ).pipe(Effect.map((end) => (Result.isSuccess(end) ? "sent" : end.failure.code))),
        { concurrency: AT_ONCE },
      ),
    ).pipe(Effect.provide(MailTransport.smtp(Redacted.make(world().smtpUrl)))),
  )

/** The mail server's recipients, by each mail's number. */
const recipients = async (): Promise<ReadonlyMap<string, string>> => {
  const response = await fetch(`${world().url}/mailbox/messages`)
  const mails = (await response.json()) as ReadonlyArray<Readonly<Record<"to" | "subject", string>>>
  return new Map(mails.map(({ subject, to }) => [subject, to]))
}

/** The mailbox shows a domain in its own script. */
const asShown = (mailbox: string) => {
  const at = mailbox.lastIndexOf("@") + 1
  return mailbox.slice(0, at) + domainToUnicode(mailbox.slice(at))
}

describe("a mail to an odd address", () => {
  it("reaches that address alone where a form accepts it [LINK-07]", async () => {
    expect(await sent(REACHABLE.map(([typed]) => typed))).toEqual(REACHABLE.map(() => "sent"))
    const heard = await recipients()
    for (const [nth, [typed, mailbox]] of REACHABLE.entries()) {
      expect([typed, heard.get(`no. ${nth}`)]).toEqual([typed, asShown(mailbox)])
    }
  })

  it("reaches nobody where a form refuses the address [LINK-07]", async () => {
    const before = await recipients()
    const refused = [...UNREACHABLE, ...INVALID]
    expect(await sent(refused)).toEqual(refused.map(() => "address"))
    expect(await recipients()).toEqual(before)
  })
})
