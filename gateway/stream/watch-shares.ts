/**
 * Who holds how much of what may be watched at once: performers by address, each counted once for an
 * address however many of its documents show her. Where it is too much, the address that holds most gives
 * way, with the document of its own that said longest ago whom it shows: nobody is displaced by an address
 * that holds more than theirs. Pure but for what it remembers.
 *
 * Called by watched-performers.ts.
 */

interface Share<Watcher> {
  /** In the order in which they said whom they show. */
  readonly watchers: Set<Watcher>
  /** How many of the documents show her. */
  readonly shown: Map<string, number>
}

export class WatchShares<Watcher> {
  readonly #shares = new Map<string, Share<Watcher>>()

  /** What an address holds. */
  of(address: string): number {
    return this.#shares.get(address)?.shown.size ?? 0
  }

  add(address: string, watcher: Watcher, ids: ReadonlyArray<string>): void {
    const share = this.#shares.get(address) ?? { watchers: new Set(), shown: new Map() }
    this.#shares.set(address, share)
    share.watchers.add(watcher)
    for (const id of ids) share.shown.set(id, (share.shown.get(id) ?? 0) + 1)
  }

  /** She is not watched any more for this document, which is there all the same. */
  letGo(address: string, ids: ReadonlyArray<string>): void {
    const shown = this.#shares.get(address)?.shown
    for (const id of ids) {
      const left = (shown?.get(id) ?? 0) - 1
      if (left > 0) shown?.set(id, left)
      else shown?.delete(id)
    }
  }

  remove(address: string, watcher: Watcher, ids: ReadonlyArray<string>): void {
    this.letGo(address, ids)
    const watchers = this.#shares.get(address)?.watchers
    watchers?.delete(watcher)
    if (watchers?.size === 0) this.#shares.delete(address)
  }

  /** Who gives way to a document of this address; of two that hold as much it is its own. */
  givesWay(address: string): Watcher | undefined {
    let heaviest = this.#shares.get(address)
    for (const share of this.#shares.values()) {
      if (share.shown.size > (heaviest?.shown.size ?? 0)) heaviest = share
    }
    const [oldest] = heaviest?.watchers ?? []
    return oldest
  }
}
