/**
 * Hands a mail to an SMTP server. A server elsewhere than on this machine is spoken to encrypted or not
 * at all: a link in a mail opens an account. What goes wrong is told by a code, never by the server's
 * words, which repeat addresses.
 *
 * Invariants: one recipient per mail; nothing typed by somebody becomes a header.
 */
import { createTransport } from "nodemailer"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { mailboxOf } from "@foldcast/rules/email"
import { type MailContent, oneLine } from "./mail-content.ts"

export interface MailEnvelope {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  /** The same for every try of one mail, so that a repeated one is recognised. */
  readonly messageId: string
  readonly lang: string
}

/** Not now: the server is away, busy or set up wrongly. */
export class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", {
  code: Schema.String,
}) {}

/** Never: the server, or we, refuse this address or this mail. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("MailRefused", {
  code: Schema.String,
}) {}

export interface MailTransportShape {
  /** Returns when the server has taken it. */
  readonly send: (
    envelope: MailEnvelope,
    content: MailContent,
  ) => Effect.Effect<void, MailNotSent | MailRefused>
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

/** What an address of a mail server means. Pure. */
export const smtpOptions = (address: string) => {
  const url = new URL(address)
  return {
    host: url.hostname.replaceAll(/^\[|\]$/gu, ""),
    port: Number(url.port || (url.protocol === "smtps:" ? "465" : "587")),
    secure: url.protocol === "smtps:",
    requireTLS: url.protocol === "smtp:" && !LOOPBACK.has(url.hostname),
    ...(url.username !== "" && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** These concern the mail itself when the server says 5xx; a refused log-in (EAUTH) concerns us. */
const OF_THE_MAIL: ReadonlySet<string> = new Set(["EENVELOPE", "EMESSAGE"])
const PERMANENT = 500

const errorOf = (error: unknown): MailNotSent | MailRefused => {
  const { code, responseCode } = error as {
    readonly code?: unknown
    readonly responseCode?: unknown
  }
  const name = typeof code === "string" ? code : "unknown"
  const status = typeof responseCode === "number" ? responseCode : 0
  const told = { code: status === 0 ? name : `${name} ${status}` }
  return OF_THE_MAIL.has(name) && status >= PERMANENT
    ? new MailRefused(told)
    : new MailNotSent(told)
}

export class MailTransport extends Context.Service<MailTransport, MailTransportShape>()(
  "backend/MailTransport",
) {
  /** `smtp://host:port` or `smtps://user:password@host`. */
  static readonly smtp = (address: Redacted.Redacted): Layer.Layer<MailTransport> =>
    Layer.sync(MailTransport, () => {
      const transport = createTransport(smtpOptions(Redacted.value(address)))
      return MailTransport.of({
        send: Effect.fn("mail.send")(function* ({ from, to, messageId, lang }, content) {
          const mailbox = mailboxOf(to)
          if (mailbox === null) return yield* new MailRefused({ code: "address" })
          yield* Effect.tryPromise({
            try: (signal) =>
              transport.sendMail({
                from: { name: oneLine(from.name), address: from.address },
                to: { name: "", address: mailbox },
                // The one recipient, whatever is read out of the headers.
                envelope: { from: from.address, to: mailbox },
                subject: oneLine(content.subject),
                text: content.text,
                html: content.html,
                messageId,
                headers: { "Auto-Submitted": "auto-generated", "Content-Language": lang },
                signal,
              }),
            catch: errorOf,
          })
        }),
      })
    })
}
