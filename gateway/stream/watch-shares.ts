/**
 * Who holds how much of what may be watched at once: performers by address, each counted once for an
 * address however many of its documents show her. Where it is too much, the address that holds most gives
 * way, with the document of its own that said longest ago whom it shows: nobody is displaced by an address
 * that holds more than theirs. Pure but for what it remembers.
 *
 * Called by watched-performers.ts.
 */
import { Counts } from "../http/places.ts"

interface Share<Watcher> {
  /** In the order in which they said whom they show. */
  readonly watchers: Set<Watcher>
  /** How many of the documents show each of them. */
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

  /** She is not watched any more for this document, which is there all the same. */
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

  /** Who gives way to a document of this address; of two that hold as much it is its own. */
  givesWay(address: string): Watcher | undefined {
    let heaviest = this.#shares.get(address)
    for (const share of this.#shares.values()) {
      if (heaviest === undefined || share.shown.size > heaviest.shown.size) heaviest = share
    }
    return heaviest?.watchers.values().next().value
  }
}
