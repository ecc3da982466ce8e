/**
 * Whom each connection's document shows, and who of them changed since it was told: the decisions behind
 * the signals of performers' statuses. Pure but for what it remembers.
 *
 *   show ─▶ ask (a round begins: everybody shown, once) ─▶ answered (each is told what it does not know)
 *
 * Called by stream/performer-statuses.ts; a watcher is a connection's outbox. Invariants: nobody is told
 * of a performer their document does not show; whoever says anew whom it shows is told all of them, for
 * what it read may be older; what was not taken is told with the next round; at most `most` performers
 * are asked for, and beyond that who said longest ago whom they show is forgotten first.
 */
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"

interface Performer {
  readonly id: string
  /** Null until a round has told it. */
  status: number | null
  /** The round that told something new of her. */
  changed: number
  watchers: number
}

interface Watch {
  /** The client fact that said so. */
  readonly n: number
  readonly performers: ReadonlyArray<Performer>
  /** The last round before it was there: only later ones ask for all of its performers. */
  readonly since: number
  /** The round whose answer it has; 0 before the first. */
  told: number
}

export type Statuses = Readonly<Record<string, number>>

/** What can stand in a list of ids without meaning something else; upstream's own ids do. */
const ASKABLE = /^[\w.~-]{1,64}$/u

export class WatchedPerformers<Watcher> {
  readonly #most: number
  /** In the order in which they said whom they show. */
  readonly #watches = new Map<Watcher, Watch>()
  readonly #performers = new Map<string, Performer>()
  #round = 0
  #lastChange = 0

  constructor(most: number) {
    this.#most = most
  }

  /** How many performers are shown by anybody. */
  get size(): number {
    return this.#performers.size
  }

  /** What the newest of these facts says counts, unless a newer one was heard before. */
  heard(watcher: Watcher, facts: ReadonlyArray<NumberedClientFact>): void {
    let n = this.#watches.get(watcher)?.n ?? 0
    let shown: ReadonlyArray<string> | null = null
    for (const { n: at, fact } of facts) {
      if (fact._tag !== "PerformersShown" || at <= n) continue
      n = at
      shown = fact.performerIds
    }
    if (shown !== null) this.#show(watcher, n, shown)
  }

  #show(watcher: Watcher, n: number, shown: ReadonlyArray<string>): void {
    const ids = [...new Set(shown)].filter((id) => ASKABLE.test(id))
    const performers = ids.map((id) => {
      const performer = this.#performers.get(id) ?? { id, status: null, changed: 0, watchers: 0 }
      performer.watchers += 1
      this.#performers.set(id, performer)
      return performer
    })
    // After the new ones are held, so that who stays shown is never forgotten in between.
    this.forget(watcher)
    this.#watches.set(watcher, { n, performers, since: this.#round, told: 0 })
    for (const oldest of this.#watches.keys()) {
      if (this.size <= this.#most || oldest === watcher) break
      this.forget(oldest)
    }
  }

  forget(watcher: Watcher): void {
    const watch = this.#watches.get(watcher)
    if (watch === undefined) return
    this.#watches.delete(watcher)
    for (const performer of watch.performers) {
      performer.watchers -= 1
      if (performer.watchers === 0) this.#performers.delete(performer.id)
    }
  }

  /** Whoever is gone shows nobody. */
  keepOnly(isHere: (watcher: Watcher) => boolean): void {
    for (const watcher of this.#watches.keys()) if (!isHere(watcher)) this.forget(watcher)
  }

  /** Begins a round: everybody shown. */
  ask(): ReadonlyArray<string> {
    this.#round += 1
    return [...this.#performers.keys()]
  }

  /**
   * The round's answer, of everybody it asked for. `send` says whether the watcher took it; one that
   * began to watch meanwhile waits for the next round.
   */
  answered(
    statuses: ReadonlyMap<string, number>,
    send: (watcher: Watcher, changed: Statuses) => boolean,
  ): void {
    for (const [id, status] of statuses) {
      const performer = this.#performers.get(id)
      if (performer === undefined || performer.status === status) continue
      performer.status = status
      performer.changed = this.#round
      this.#lastChange = this.#round
    }
    for (const [watcher, watch] of this.#watches) {
      const isNew = watch.told === 0
      if (watch.since >= this.#round || (!isNew && watch.told >= this.#lastChange)) continue
      const changed = watch.performers.flatMap(({ id, status, changed: at }) =>
        status !== null && (isNew || at > watch.told) ? [[id, status] as const] : [],
      )
      if (changed.length === 0 || send(watcher, Object.fromEntries(changed))) {
        watch.told = this.#round
      }
    }
  }
}
