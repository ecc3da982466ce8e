/**
 * Detects answers that are stale (ADR 0007): a slow `GET /credits` that arrives after an `updated-credits`, a slow
 * `GET /favourite` after a `favourite-add`, or an answer that arrives after the answer to a later question. A stale
 * answer is asked for again.
 *
 * A call takes a stamp before it is sent; every fact about a subject raises the member's version of it; an answer
 * with an older stamp is ignored for that subject. Frames are handled in arrival order, so nothing else can be
 * stale.
 */
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"

/** What has one present value per member and arrives both in answers and by events. */
export type VersionedSubject =
  | "balance"
  | "blocks"
  | "favourites"
  | "liveAlerts"
  | "spending"
  | "unread"

const subjectOf = (event: Event): VersionedSubject | null => {
  switch (event._tag) {
    case "CreditsChanged":
      return "balance"
    case "BlocksListed":
    case "PerformerBlocked":
    case "PerformerUnblocked":
      return "blocks"
    case "FavouritesListed":
    case "FavouriteAdded":
    case "FavouriteRemoved":
      return "favourites"
    case "LiveAlertsListed":
    case "LiveAlertChanged":
      return "liveAlerts"
    case "SpendingLimitsListed":
    case "SpendingLimitsChanged":
      return "spending"
    case "UnreadCounted":
    case "PrivateMessageReceived":
    case "ConversationStateChanged":
    case "ConversationDeleted":
      return "unread"
    case "MessageRead":
      return event.reader === "member" ? "unread" : null
    default:
      return null
  }
}

/** When a question was sent, on a logical clock shared by all questions and facts. */
export interface VersionStamp {
  readonly member: MemberId
  readonly at: number
}

/** For each subject, the later of: its last change by a fact, and the stamp of the last answer. */
type Times = Readonly<Record<VersionedSubject, number>>

const NEVER: Times = { balance: 0, blocks: 0, favourites: 0, liveAlerts: 0, spending: 0, unread: 0 }

export class AnswerVersions {
  readonly #times = new Map<MemberId, Times>()
  #now = 0

  stamp(member: MemberId): VersionStamp {
    this.#now += 1
    return { member, at: this.#now }
  }

  /** Whether an answer to that question still says what holds of the event's subject. */
  isFreshEvent(asked: VersionStamp, event: Event): boolean {
    const subject = subjectOf(event)
    return subject === null || this.isFresh(asked, subject)
  }

  /** Records a fact about a member; `asked`: the question that it answers. */
  record(member: MemberId, event: Event, asked: VersionStamp | undefined): void {
    const subject = subjectOf(event)
    if (subject === null) return
    if (asked === undefined) this.touch(member, subject)
    else this.answered(asked, subject)
  }

  isFresh({ member, at }: VersionStamp, subject: VersionedSubject): boolean {
    return this.#of(member)[subject] <= at
  }

  /** Records a fact that answers no question. */
  touch(member: MemberId, subject: VersionedSubject): void {
    this.#now += 1
    this.#set(member, subject, this.#now)
  }

  /** Records a fresh answer: answers to earlier questions are stale from here on. */
  answered({ member, at }: VersionStamp, subject: VersionedSubject): void {
    this.#set(member, subject, at)
  }

  #of(member: MemberId): Times {
    return this.#times.get(member) ?? NEVER
  }

  #set(member: MemberId, subject: VersionedSubject, at: number): void {
    this.#times.set(member, { ...this.#of(member), [subject]: at })
  }

  /** Forgets members without a live visit, since no visit would receive the answer. */
  forget(isLive: (member: MemberId) => boolean): void {
    for (const member of this.#times.keys()) if (!isLive(member)) this.#times.delete(member)
  }
}
