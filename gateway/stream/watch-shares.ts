/**
 * Counts how many watched performers each address takes, each performer once per address. Above the limit, the
 * address with most performers gives way, with its document whose list is oldest. So no address is displaced by one
 * that holds more. Stateful, without I/O.
 */
import { Counts } from "../http/places.ts"

interface Share<Watcher> {
  /** In the order in which they sent what they show. */
  readonly watchers: Set<Watcher>
  /** How many of the documents show each performer. */
  readonly shown: Counts
}

export class WatchShares<Watcher> {
  readonly #shares = new Map<string, Share<Watcher>>()

  add(address: string, watcher: Watcher, ids: ReadonlyArray<string>): void {
    const share = this.#shares.get(address) ?? { watchers: new Set(), shown: new Counts() }
    this.#shares.set(address, share)
    share.watchers.add(watcher)
    for (const id of ids) share.shown.add(id, 1)
  }

  /** Stops counting these performers for a document that stays. */
  release(address: string, ids: ReadonlyArray<string>): void {
    const share = this.#shares.get(address)
    if (share !== undefined) for (const id of ids) share.shown.add(id, -1)
  }

  remove(address: string, watcher: Watcher, ids: ReadonlyArray<string>): void {
    this.release(address, ids)
    const share = this.#shares.get(address)
    if (share === undefined) return
    share.watchers.delete(watcher)
    if (share.watchers.size === 0) this.#shares.delete(address)
  }

  /**
   * The document that gives way to one of this address; if two addresses hold equally much, it is this address's
   * own.
   */
  givesWay(address: string): Watcher | undefined {
    let heaviest = this.#shares.get(address)
    for (const share of this.#shares.values()) {
      if (heaviest === undefined || share.shown.size > heaviest.shown.size) heaviest = share
    }
    return heaviest?.watchers.values().next().value
  }
}
