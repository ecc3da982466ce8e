/**
 * Tracks which performers each connection's document shows and which statuses changed since the connection last
 * received them. Stateful, without I/O.
 *
 *   show ─▶ ask (a round begins: all shown performers, once) ─▶ answered (each watcher receives its changes)
 *
 * A watcher is a connection's outbox. Invariants:
 * - a watcher receives only performers that its document shows;
 * - a watcher that sends a new list receives all of them, since what it read may be older;
 * - what a watcher did not take is sent with the next round;
 * - at most `most` performers are asked for, and watch-shares.ts decides which watcher gives way;
 * - a performer that the service does not know counts as offline, and after a few rounds is not asked for until a
 *   document sends it again.
 */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { OFFLINE } from "@foldcast/rules/performer-status"
import { WatchShares } from "./watch-shares.ts"

interface Performer {
  readonly id: string
  /** Null before the first answer. */
  status: number | null
  /** The round that last changed the status. */
  changed: number
  watchers: number
  /** Consecutive rounds whose answer lacked this performer. */
  unnamed: number
}

interface Watch {
  /** The number of the client fact that set the list. */
  readonly n: number
  readonly address: string
  performers: ReadonlyArray<Performer>
  /** The round during which the watch was set: only later rounds ask for all of its performers. */
  readonly since: number
  /** The last round whose answer was sent; 0 before the first. */
  told: number
}

export type Statuses = Readonly<Record<string, number>>

/** Several rounds, since a single answer may lack a performer by mistake. */
const UNNAMED_ROUNDS = 3

const idsOf = (performers: ReadonlyArray<Performer>) => performers.map(({ id }) => id)

export class WatchedPerformers<Watcher> {
  readonly #most: number
  readonly #watches = new Map<Watcher, Watch>()
  readonly #performers = new Map<string, Performer>()
  readonly #shares = new WatchShares<Watcher>()
  #round = 0
  #lastChange = 0

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#performers.size
  }

  /** Applies the newest list in these facts, unless a newer one was applied before. */
  update(watcher: Watcher, address: string, facts: ReadonlyArray<NumberedClientFact>): void {
    let n = this.#watches.get(watcher)?.n ?? 0
    let shown: ReadonlyArray<string> | null = null
    for (const { n: at, fact } of facts) {
      if (fact._tag !== "PerformersShown" || at <= n) continue
      n = at
      shown = fact.performerIds
    }
    if (shown !== null) this.#show(watcher, address, n, shown)
  }

  #show(watcher: Watcher, address: string, n: number, shown: ReadonlyArray<string>): void {
    const performers = [...new Set(shown)].filter(isPerformerId).map((id) => {
      const performer = this.#performers.get(id) ?? {
        id,
        status: null,
        changed: 0,
        watchers: 0,
        unnamed: 0,
      }
      performer.watchers += 1
      performer.unnamed = 0
      this.#performers.set(id, performer)
      return performer
    })
    // The new list is counted first, so that a performer in both lists is never dropped in between.
    this.forget(watcher)
    this.#watches.set(watcher, { n, address, performers, since: this.#round, told: 0 })
    this.#shares.add(address, watcher, idsOf(performers))
    while (this.size > this.#most) {
      const oldest = this.#shares.givesWay(address)
      if (oldest === undefined) break
      this.forget(oldest)
    }
  }

  forget(watcher: Watcher): void {
    const watch = this.#watches.get(watcher)
    if (watch === undefined) return
    this.#watches.delete(watcher)
    this.#shares.remove(watch.address, watcher, idsOf(watch.performers))
    this.#release(watch.performers)
  }

  /** Drops one watcher from each of these performers. */
  #release(performers: ReadonlyArray<Performer>): void {
    for (const performer of performers) {
      performer.watchers -= 1
      if (performer.watchers === 0) this.#performers.delete(performer.id)
    }
  }

  keepOnly(isHere: (watcher: Watcher) => boolean): void {
    for (const watcher of this.#watches.keys()) if (!isHere(watcher)) this.forget(watcher)
  }

  /** Begins a round; returns all shown performers. */
  ask(): ReadonlyArray<string> {
    this.#round += 1
    return [...this.#performers.keys()]
  }

  /**
   * Applies the round's answer: the ids asked for, and the statuses that came. `send` says whether the watcher took
   * them; a watcher that began during the round waits for the next one.
   */
  answered(
    asked: ReadonlyArray<string>,
    named: ReadonlyMap<string, number>,
    send: (watcher: Watcher, changed: Statuses) => boolean,
  ): void {
    const unknown = new Set<Performer>()
    for (const id of asked) {
      const performer = this.#performers.get(id)
      if (performer === undefined) continue
      const status = named.get(id)
      performer.unnamed = status === undefined ? performer.unnamed + 1 : 0
      if (performer.unnamed >= UNNAMED_ROUNDS) unknown.add(performer)
      this.#told(performer, status ?? OFFLINE)
    }
    for (const [watcher, watch] of this.#watches) {
      const knows = this.#tell(watcher, watch, send)
      // Stryker disable next-line EqualityOperator: an empty set takes nobody away, it only takes longer.
      if (knows && unknown.size > 0) this.#dropUnknown(watch, unknown)
    }
  }

  #told(performer: Performer, status: number): void {
    if (performer.status === status) return
    performer.status = status
    performer.changed = this.#round
    this.#lastChange = this.#round
  }

  #tell(
    watcher: Watcher,
    watch: Watch,
    send: (watcher: Watcher, changed: Statuses) => boolean,
  ): boolean {
    const isNew = watch.told === 0
    // Stryker disable next-line BooleanLiteral: who has just said whom it shows makes them known again.
    if (watch.since >= this.#round) return false
    // Stryker disable next-line EqualityOperator: nothing is newer than what it was told, and so nothing is sent.
    if (watch.told >= this.#lastChange) return true
    const changed = watch.performers.flatMap(({ id, status, changed: at }) =>
      status !== null && (isNew || at > watch.told) ? [[id, status] as const] : [],
    )
    if (changed.length > 0 && !send(watcher, Object.fromEntries(changed))) return false
    watch.told = this.#round
    return true
  }

  #dropUnknown(watch: Watch, unknown: ReadonlySet<Performer>): void {
    const gone = watch.performers.filter((performer) => unknown.has(performer))
    if (gone.length === 0) return
    watch.performers = watch.performers.filter((performer) => !unknown.has(performer))
    this.#shares.release(watch.address, idsOf(gone))
    this.#release(gone)
  }
}
