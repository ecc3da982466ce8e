/**
 * Sends the mail outbox: after a commit, and every second in case a wake-up was lost or a pause is over. A few mails
 * at a time; each is claimed before it is sent and removed afterwards, so it is sent once, unless the process ends
 * between the server's acceptance and the removal: then twice.
 *
 * A mail that is given up is removed too, and logged without its content. One backend process serves a database.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlDatabase } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { steadyRound } from "../steady-round.ts"
import { makeWakeableLoop } from "../wakeable-loop.ts"
import { dueMillis } from "../steady-clock.ts"
import { isWorthAnother, mailRetryPause } from "./mail-attempts.ts"
import { MailBrands } from "./mail-brand.ts"
import { mailContent } from "./mail-content.ts"
import {
  type ClaimedMail,
  claimMails,
  postponeMail,
  releaseClaims,
  removeMail,
} from "./mail-outbox.ts"
import { type MailEnvelope, MailTransport } from "./mail-transport.ts"

export interface MailSenderShape {
  /** A mail may have been written. Returns at once. */
  readonly wake: Effect.Effect<void>
}

export interface MailSenderOptions {
  /** The sender of all mails; null: the e-mail address of the brand's company. */
  readonly from: string | null
}

const PAGE = 20
/** Mails that are sent at once. */
const CONCURRENCY = 4
/** Longer than the SMTP server takes for a page. */
const CLAIM_MS = 300_000

const envelopeOf = (
  { id, content, written_at }: ClaimedMail,
  from: MailEnvelope["from"],
): MailEnvelope => ({
  from,
  to: content.to,
  messageId: `<${written_at.getTime().toString(36)}.${id}@${from.address.split("@").at(-1)}>`,
  lang: content.lang,
})

const sent = Effect.fnUntraced(function* ({ id, content, attempts }: ClaimedMail) {
  yield* removeMail(yield* SqlDatabase, id)
  yield* Effect.logInfo("a mail was sent", { id, kind: content._tag, attempts })
})

const giveUp = Effect.fnUntraced(function* ({ id, content, attempts }: ClaimedMail, code: string) {
  yield* removeMail(yield* SqlDatabase, id)
  yield* Effect.logError("a mail was given up", { id, kind: content._tag, attempts, code })
})

const tryAgain = Effect.fnUntraced(function* (mail: ClaimedMail, code: string) {
  const { id, content, attempts, expires_at: expiresAt } = mail
  const pause = mailRetryPause(attempts)
  const again = ((yield* dueMillis) ?? 0) + pause
  if (!isWorthAnother(attempts, again, expiresAt.getTime())) return yield* giveUp(mail, code)
  const dueAt = new Date((yield* Clock.currentTimeMillis) + pause)
  yield* postponeMail(yield* SqlDatabase, id, dueAt)
  yield* Effect.logWarning("a mail waits", { id, kind: content._tag, attempts, code })
})

const sendOne = Effect.fnUntraced(function* (mail: ClaimedMail, { from }: MailSenderOptions) {
  const now = yield* dueMillis
  if (now !== null && now >= mail.expires_at.getTime()) {
    return yield* giveUp(mail, "expired")
  }
  const brand = (yield* MailBrands).of(mail.content.brand)
  const sender = { name: brand.company.name, address: from ?? brand.company.email }
  const transport = yield* MailTransport
  yield* transport.send(envelopeOf(mail, sender), mailContent(mail.content, brand)).pipe(
    Effect.flatMap(() => sent(mail)),
    Effect.catchTags({
      MailNotSent: ({ code }) => tryAgain(mail, code),
      MailRefused: ({ code }) => giveUp(mail, code),
    }),
  )
})

/** The database is unreachable; claimed mails are due again when their claims end. */
const waits = Effect.catch((error: DatabaseUnavailable | ConstraintViolated) =>
  Effect.logWarning("the mail outbox waits", { reason: error.message }),
)

const sendAll = Effect.fn("mail.sendAll")(function* (options: MailSenderOptions) {
  const database = yield* SqlDatabase
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const page = yield* claimMails(database, new Date(now), new Date(now + CLAIM_MS), PAGE)
    // A mail that cannot be written or sent blocks no other.
    yield* Effect.forEach(page, (mail) => steadyRound("a mail")(waits(sendOne(mail, options))), {
      concurrency: CONCURRENCY,
      discard: true,
    })
    if (page.length < PAGE) return
  }
})

export class MailSender extends Context.Service<MailSender, MailSenderShape>()(
  "backend/MailSender",
) {
  static readonly layer = (
    options: MailSenderOptions,
  ): Layer.Layer<MailSender, never, SqlDatabase | MailBrands | MailTransport> =>
    Layer.effect(
      MailSender,
      Effect.gen(function* () {
        const loop = yield* makeWakeableLoop("1 second")
        const start = Effect.gen(function* () {
          yield* releaseClaims(yield* SqlDatabase, new Date(yield* Clock.currentTimeMillis))
        })
        yield* start.pipe(
          waits,
          Effect.andThen(sendAll(options).pipe(waits, steadyRound("mails"), loop.run)),
          Effect.forkScoped,
        )
        return MailSender.of({ wake: loop.wake })
      }),
    )

  /** Sends nothing: mails stay in the outbox. */
  static readonly silent = Layer.succeed(MailSender, MailSender.of({ wake: Effect.void }))
}
