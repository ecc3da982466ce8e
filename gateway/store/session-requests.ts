/**
 * What is asked of the table of sessions. A session that was read is held in memory until something is written about
 * it; one that was only allotted is stored by the first write.
 */
import { Effect } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import {
  SESSION_LIFE_MS,
  SESSION_REFUSALS,
  SessionRefused,
  type SessionMember,
  SessionsUnavailable,
} from "../sessions/session-store.ts"
import { Allotments } from "./allotments.ts"
import type { DurableStoreShape, StoreFailed } from "./durable-store.ts"
import { type HeldSession, SessionCache } from "./session-cache.ts"
import type { SessionSeals } from "./session-seals.ts"
import type { SessionTarget, SessionWritten, StoredSession } from "./session-rows.ts"
import type { TableAnswer, TableQuestion } from "./tables.ts"

/** Writes about one session, which it may refuse. */
type SessionWrite =
  | "keep"
  | "renew"
  | "passAgeCheck"
  | "reissue"
  | "logIn"
  | "refreshMember"
  | "keepCall"
  | "end"

/** Sessions that are looked through at once for older seals. */
const LOOKED_THROUGH = 500

const unavailable = ({ operation, detail }: StoreFailed) =>
  new SessionsUnavailable({ operation, detail })

export class SessionRequests {
  readonly allotments = new Allotments()
  readonly cache = new SessionCache()
  readonly #store: DurableStoreShape
  readonly #seals: SessionSeals

  constructor(store: DurableStoreShape, seals: SessionSeals) {
    this.#store = store
    this.#seals = seals
  }

  byOwner(owner: OwnerId): Effect.Effect<HeldSession | null, SessionsUnavailable> {
    const held = this.cache.byOwner(owner)
    return held === undefined ? this.#read({ owner }) : Effect.succeed(held)
  }

  byCookie(hash: string): Effect.Effect<HeldSession | null, SessionsUnavailable> {
    const held = this.cache.byCookie(hash)
    return held === undefined ? this.#read({ hash }) : Effect.succeed(held)
  }

  ofMember(member: MemberId): Effect.Effect<ReadonlyArray<StoredSession>, SessionsUnavailable> {
    const indexes = this.#seals.indexesOf(member)
    return this.#store.ask("sessions", "ofMember", { indexes }).pipe(Effect.mapError(unavailable))
  }

  open(owner: OwnerId, cookie: string, now: number): Effect.Effect<void, SessionsUnavailable> {
    return this.#store
      .ask("sessions", "open", { owner, cookie, now })
      .pipe(Effect.mapError(unavailable))
  }

  isOf(owner: OwnerId, member: MemberId, now: number): Effect.Effect<boolean, SessionsUnavailable> {
    const indexes = this.#seals.indexesOf(member)
    return this.#store
      .ask("sessions", "isOf", { owner, indexes, overUntil: now - SESSION_LIFE_MS })
      .pipe(Effect.mapError(unavailable))
  }

  forget(now: number): Effect.Effect<number, SessionsUnavailable> {
    return this.#store
      .ask("sessions", "forget", { now, overUntil: now - SESSION_LIFE_MS })
      .pipe(Effect.mapError(unavailable))
  }

  /** A write about one session. What is held of it is dropped: the next look-up reads what it became. */
  write<O extends SessionWrite>(
    operation: O,
    owner: OwnerId,
    now: number,
    further: () => Omit<TableQuestion<"sessions", O>, keyof SessionTarget>,
  ): Effect.Effect<
    Exclude<TableAnswer<"sessions", O>, SessionWritten>,
    SessionsUnavailable | SessionRefused
  > {
    return Effect.suspend(() => {
      const target: SessionTarget = {
        owner,
        allotted: this.allotments.take(owner, now) ?? null,
        now,
        overUntil: now - SESSION_LIFE_MS,
      }
      const question = { ...target, ...further() } as unknown as TableQuestion<"sessions", O>
      return this.#store.ask("sessions", operation, question, () => this.cache.drop(owner))
    }).pipe(
      Effect.mapError(unavailable),
      Effect.flatMap((answer: unknown) => {
        const why = SESSION_REFUSALS.find((refusal) => refusal === answer)
        return why === undefined
          ? Effect.succeed(answer as Exclude<TableAnswer<"sessions", O>, SessionWritten>)
          : Effect.fail(new SessionRefused({ why }))
      }),
    )
  }

  change(operation: "keep" | "renew" | "passAgeCheck", owner: OwnerId, now: number) {
    return Effect.asVoid(this.write(operation, owner, now, () => ({})))
  }

  /** Again for those that were sealed anew meanwhile: each keeps the newest token. */
  describe(
    stored: StoredSession,
    memberId: MemberId,
    facts: Pick<SessionMember, "username" | "verified">,
  ): Effect.Effect<void, SessionsUnavailable> {
    const { owner, member: before } = stored
    const member = this.#seals.opened(stored)?.member ?? null
    if (before === null || member === null || member.memberId !== memberId) return Effect.void
    const question = { owner, before, ...this.#seals.sealed(owner, { ...member, ...facts }) }
    const settled = () => this.cache.drop(owner)
    return this.#store.ask("sessions", "replaceMember", question, settled).pipe(
      Effect.flatMap((isReplaced) =>
        isReplaced ? Effect.succeed(null) : this.#store.ask("sessions", "byOwner", { owner }),
      ),
      Effect.mapError(unavailable),
      Effect.flatMap((found) =>
        found === null ? Effect.void : this.describe(found, memberId, facts),
      ),
    )
  }

  /**
   * What an older secret sealed is sealed with the one in use, so that the older one may go. Before anything is
   * served: nobody else writes meanwhile. What no secret opens stays. Answers how many.
   */
  readonly sealAnew: Effect.Effect<number, StoreFailed> = Effect.gen({ self: this }, function* () {
    let after = ""
    let sealed = 0
    for (;;) {
      const question = { after, most: LOOKED_THROUGH }
      const found = yield* this.#store.ask("sessions", "members", question)
      for (const session of found) {
        const { owner, member: before } = session
        after = owner
        if (before === null || this.#seals.isSealedWithNewest(before)) continue
        const member = this.#seals.opened(session)?.member ?? null
        if (member === null) continue
        const replaced = { owner, before, ...this.#seals.sealed(owner, member) }
        yield* this.#store.ask("sessions", "replaceMember", replaced)
        sealed += 1
      }
      if (found.length < LOOKED_THROUGH) return sealed
    }
  })

  #read(
    question: { readonly hash: string } | { readonly owner: OwnerId },
  ): Effect.Effect<HeldSession | null, SessionsUnavailable> {
    return Effect.suspend(() => {
      let held: HeldSession | null = null
      const settled = (stored: StoredSession | null) => {
        held = this.#seals.opened(stored)
        if (held !== null) this.cache.hold(held)
      }
      const asked =
        "hash" in question
          ? this.#store.ask("sessions", "byCookie", question, settled)
          : this.#store.ask("sessions", "byOwner", question, settled)
      return asked.pipe(
        Effect.map(() => held),
        Effect.mapError(unavailable),
      )
    })
  }
}
