/**
 * Hands a mail to an SMTP server. A server on another machine is used with encryption only, because a link in a mail
 * opens an account. A failure is reported by a code, never by the server's text, which repeats addresses.
 *
 * Invariants: one recipient per mail; nothing that somebody typed becomes a header.
 */
import { createTransport } from "nodemailer"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { mailboxOf } from "@foldcast/rules/email"
import { type MailContent, oneLine } from "./mail-content.ts"

export interface MailEnvelope {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  /** The same for every try, so that a repeated mail is recognised. */
  readonly messageId: string
  readonly lang: string
}

/** Try later: the server is unreachable, busy or misconfigured. */
export class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", {
  code: Schema.String,
}) {}

/** Give up: the server, or this module, refuses the address or the mail. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("MailRefused", {
  code: Schema.String,
}) {}

export interface MailTransportShape {
  /** Returns when the server has accepted it. */
  readonly send: (
    envelope: MailEnvelope,
    content: MailContent,
  ) => Effect.Effect<void, MailNotSent | MailRefused>
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Reads the address of a mail server. Pure. */
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

/** With 5xx these concern the mail itself; a refused log-in (EAUTH) concerns our configuration. */
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
                // The only recipient, whatever the headers say.
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
