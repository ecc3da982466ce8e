/** The simulated mail server: accepts every mail for every address, on the loopback only, and forwards none. */
import type { AddressInfo } from "node:net"
import { Cause, Effect, Exit, Schema } from "effect"
import { SMTPServer, type SMTPServerDataStream } from "smtp-server"
import { Mailbox } from "./mailbox.ts"
import { parseMail } from "./parse-mail.ts"

/** Its port cannot be listened on: whoever starts it has to choose another. */
export class SmtpPortRefused extends Schema.TaggedError<SmtpPortRefused>()("SmtpPortRefused", {
  sentence: Schema.String,
}) {
  override get message() {
    return this.sentence
  }
}

export const MAX_MAIL_BYTES = 262_144
export const MAX_CLIENTS = 32
const MAX_RECIPIENTS = 20
const SOCKET_TIMEOUT_MS = 15_000
const CLOSE_TIMEOUT_MS = 500

/** A refusal with its SMTP status code. */
class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Reads to the end even where the mail is too large: the next command follows on the same connection. */
const bytesOf = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of stream) {
    if (!stream.sizeExceeded) chunks.push(chunk as Buffer)
  }
  if (stream.sizeExceeded) throw new Refusal(552, `more than ${MAX_MAIL_BYTES} bytes`)
  return Buffer.concat(chunks)
}

const receive = (stream: SMTPServerDataStream, recipients: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const mailbox = yield* Mailbox
    const raw = yield* Effect.tryPromise({
      try: () => bytesOf(stream),
      catch: (error) => (error instanceof Refusal ? error : new Refusal(451, "it broke off")),
    })
    const parts = yield* Effect.tryPromise({
      try: () => parseMail(raw),
      catch: () => new Refusal(554, "this is no mail"),
    })
    for (const to of recipients) yield* mailbox.add(to, parts)
  })

const listen = (server: SMTPServer, port: number) =>
  Effect.callback<number, SmtpPortRefused>((resume) => {
    const refused = (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === "EADDRINUSE"
          ? `Port ${port} is taken: stop what listens there, or set SMTP_PORT.`
          : `The mailbox cannot listen on port ${port}: ${error.code ?? error.message}.`
      resume(Effect.fail(new SmtpPortRefused({ sentence })))
    }
    server.once("error", refused)
    server.listen(port, "127.0.0.1", () => {
      server.off("error", refused)
      // A client that disconnects must not end the server.
      server.on("error", () => undefined)
      resume(Effect.succeed((server.server.address() as AddressInfo).port))
    })
  })

/** Listens until the scope closes; answers its address. 0 takes a free port. */
export const serveSmtp = Effect.fn("mailbox.serveSmtp")(function* (port: number) {
  const run = Effect.runPromiseExitWith(yield* Effect.context<Mailbox>())
  const server = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new SMTPServer({
          banner: "simulated mailbox",
          disabledCommands: ["AUTH", "STARTTLS"],
          disableReverseLookup: true,
          size: MAX_MAIL_BYTES,
          maxClients: MAX_CLIENTS,
          socketTimeout: SOCKET_TIMEOUT_MS,
          closeTimeout: CLOSE_TIMEOUT_MS,
          onRcptTo: (_, { envelope }, answer) =>
            answer(envelope.rcptTo.length < MAX_RECIPIENTS ? null : new Refusal(452, "too many")),
          onData: (stream, { envelope }, answer) => {
            const recipients = envelope.rcptTo.map(({ address }) => address)
            void run(receive(stream, recipients)).then((exit) => {
              if (Exit.isSuccess(exit)) return answer(null, "taken")
              const error = Cause.squash(exit.cause)
              return answer(error instanceof Refusal ? error : new Refusal(451, "it went wrong"))
            })
          },
        }),
    ),
    (server) => Effect.callback<void>((resume) => server.close(() => resume(Effect.void))),
  )
  return `smtp://127.0.0.1:${yield* listen(server, port)}`
})
