/**
 * What a visit asked for and was told no end of: payment sessions (UA10), and messages whose answer was lost. They are
 * asked about after an interruption. Holds state and has no I/O.
 */
import type { Event } from "@foldcast/contracts/stream/event"

/**
 * The most payments of a visit that are asked about: the newest. A member who opens more has abandoned the others,
 * and each attach would ask for all of them. If an abandoned one is paid after all, its event and the balance say
 * so.
 */
export const MAX_OPEN_PAYMENTS = 5
/** The most messages, the newest: whoever sends on without an answer reads the conversation in the end. */
export const MAX_OPEN_MESSAGES = 20

export interface ToldFact {
  readonly event: Event
  readonly cause?: string | undefined
}

const keepNewest = (
  open: {
    readonly size: number
    readonly keys: () => Iterable<string>
    readonly delete: (key: string) => unknown
  },
  most: number,
): void => {
  for (const oldest of open.keys()) {
    if (open.size <= most) return
    open.delete(oldest)
  }
}

export class OpenQuestions {
  readonly #payments = new Set<string>()
  readonly #messages = new Map<string, string>()

  /** Payment sessions, newest last. */
  get payments(): ReadonlySet<string> {
    return this.#payments
  }

  /** The performer of each message, by the command that sent it. */
  get messages(): ReadonlyMap<string, string> {
    return this.#messages
  }

  apply({ event, cause }: ToldFact): void {
    switch (event._tag) {
      case "PaymentSessionOpened":
        this.#payments.add(event.sessionId)
        keepNewest(this.#payments, MAX_OPEN_PAYMENTS)
        break
      case "BundleBought":
      case "PaymentFailed":
        this.#payments.delete(event.sessionId)
        break
      case "PrivateMessageUnknown":
        if (cause !== undefined) this.#messages.set(cause, event.performerId)
        keepNewest(this.#messages, MAX_OPEN_MESSAGES)
        break
      case "PrivateMessageSent":
      case "PrivateMessageRefused":
        if (cause !== undefined) this.#messages.delete(cause)
        break
      default:
    }
  }
}
