/**
 * The simulated mailbox of every address: the last mails that arrived, in memory, and a way to wait for the next one.
 * A mail to two people is two entries.
 *
 * Invariant: ids grow, so entries after an id arrived later.
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
  /** The oldest to this address with an id above `id`, as soon as there is one; none after `waitMs`. */
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
  const listeners = new Set<() => void>()

  const after = (to: string | null, id: number) =>
    mails.find((mail) => mail.id > id && isTo(mail, to))

  return {
    add: (to, parts) =>
      Effect.map(Clock.currentTimeMillis, (receivedAt) => {
        lastId++
        mails = [...mails, { id: lastId, to, receivedAt, ...parts }].slice(-capacity)
        for (const listener of listeners) listener()
      }),
    list: (to) => mails.filter((mail) => isTo(mail, to)).toReversed(),
    find: (id) => Option.fromNullishOr(mails.find((mail) => mail.id === id)),
    next: (to, id, waitMs) =>
      Effect.callback<MailboxEntry>((resume) => {
        const listener = () => {
          const found = after(to, id)
          if (found === undefined) return
          listeners.delete(listener)
          resume(Effect.succeed(found))
        }
        listeners.add(listener)
        listener()
        return Effect.sync(() => listeners.delete(listener))
      }).pipe(Effect.timeoutOption(waitMs)),
  }
}

export class Mailbox extends Context.Service<Mailbox, MailboxShape>()("simulators/Mailbox") {
  /** Keeps the last `capacity` mails. */
  static readonly layer = (capacity: number) =>
    Layer.sync(Mailbox, () => Mailbox.of(makeMailbox(capacity)))
}
