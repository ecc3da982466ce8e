/**
 * Everybody's mailbox: the last mails that arrived, in memory, and a way to wait for the next one. Who
 * sends to two people fills two mailboxes.
 *
 * Invariant: ids grow, so `after` an id means what came later.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"

export interface MailParts {
  readonly from: string
  readonly subject: string
  readonly text: string
  /** Empty where the mail has none. */
  readonly html: string
  /** The addresses in its text, in order, each once. */
  readonly links: ReadonlyArray<string>
}

export interface MailboxEntry extends MailParts {
  readonly id: number
  readonly to: string
  /** Milliseconds since 1970. */
  readonly receivedAt: number
}

export interface MailboxShape {
  readonly add: (to: string, parts: MailParts) => Effect.Effect<void>
  /** The newest first; without an address, everybody's. */
  readonly list: (to: string | null) => ReadonlyArray<MailboxEntry>
  readonly find: (id: number) => Option.Option<MailboxEntry>
  /** The oldest to this address after `id`, as soon as there is one; none after `waitMs`. */
  readonly next: (
    to: string | null,
    id: number,
    waitMs: number,
  ) => Effect.Effect<Option.Option<MailboxEntry>>
}

const isTo = (mail: MailboxEntry, to: string | null) =>
  to === null || mail.to.toLowerCase() === to.toLowerCase()

const makeMailbox = (capacity: number): MailboxShape => {
  let mails: ReadonlyArray<MailboxEntry> = []
  let lastId = 0
  const waiting = new Set<() => void>()

  const after = (to: string | null, id: number) =>
    mails.find((mail) => mail.id > id && isTo(mail, to))

  return {
    add: (to, parts) =>
      Effect.map(Clock.currentTimeMillis, (receivedAt) => {
        lastId++
        mails = [...mails, { id: lastId, to, receivedAt, ...parts }].slice(-capacity)
        for (const look of waiting) look()
      }),
    list: (to) => mails.filter((mail) => isTo(mail, to)).toReversed(),
    find: (id) => Option.fromNullishOr(mails.find((mail) => mail.id === id)),
    next: (to, id, waitMs) =>
      Effect.callback<MailboxEntry>((resume) => {
        const look = () => {
          const found = after(to, id)
          if (found === undefined) return
          waiting.delete(look)
          resume(Effect.succeed(found))
        }
        waiting.add(look)
        look()
        return Effect.sync(() => waiting.delete(look))
      }).pipe(Effect.timeoutOption(waitMs)),
  }
}

export class Mailbox extends Context.Service<Mailbox, MailboxShape>()("simulators/Mailbox") {
  /** Keeps the last `capacity` mails. */
  static readonly layer = (capacity: number) =>
    Layer.sync(Mailbox, () => Mailbox.of(makeMailbox(capacity)))
}
