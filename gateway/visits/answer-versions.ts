/**
 * Tells whether an answer was overtaken: a slow `GET /credits` behind an `updated-credits`, or a slow `GET
 * /favourite` behind a `favourite-add`, is stale and is asked again (ADR 0007); so is one behind the answer
 * to a later question.
 *
 * A call takes a stamp before it is sent; every fact about a subject moves the member's version of it on;
 * an answer whose stamp is old says nothing of that subject. Frames themselves are handled in arrival
 * order, so nothing else can be overtaken.
 */
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"

/** What a member has one present value of, told both in answers and by events. */
export type VersionedSubject = "balance" | "favourites"

export const subjectOf = ({ _tag }: Event): VersionedSubject | null => {
  switch (_tag) {
    case "CreditsChanged":
      return "balance"
    case "FavouritesListed":
    case "FavouriteAdded":
    case "FavouriteRemoved":
      return "favourites"
    default:
      return null
  }
}

/** When a question was sent, among all questions and facts there have been. */
export interface VersionStamp {
  readonly member: MemberId
  readonly at: number
}

/** When each subject last changed by itself, and when what was answered last had been asked. */
type Times = Readonly<Record<VersionedSubject, number>>

const NEVER: Times = { balance: 0, favourites: 0 }

export class AnswerVersions {
  readonly #times = new Map<MemberId, Times>()
  #now = 0

  stamp(member: MemberId): VersionStamp {
    this.#now += 1
    return { member, at: this.#now }
  }

  isFresh({ member, at }: VersionStamp, subject: VersionedSubject): boolean {
    return this.#of(member)[subject] <= at
  }

  /** A fact that nobody asked for. */
  touch(member: MemberId, subject: VersionedSubject): void {
    this.#now += 1
    this.#set(member, subject, this.#now)
  }

  /** A fresh answer is told: of those asked for before it, none is fresh any more. */
  answered({ member, at }: VersionStamp, subject: VersionedSubject): void {
    this.#set(member, subject, at)
  }

  #of(member: MemberId): Times {
    return this.#times.get(member) ?? NEVER
  }

  #set(member: MemberId, subject: VersionedSubject, at: number): void {
    this.#times.set(member, { ...this.#of(member), [subject]: at })
  }

  /** Members without a live visit are forgotten: nobody would receive the answer. */
  forget(isLive: (member: MemberId) => boolean): void {
    for (const member of this.#times.keys()) if (!isLive(member)) this.#times.delete(member)
  }
}
