/**
 * Who publishes at each path and who watches it. Pure but for its own memory.
 *
 * Invariants: a path has one publisher at most, the one that was the last to take it over; a path that nobody
 * publishes at or watches is not kept.
 */

interface AtPath {
  readonly path: string
}

interface MediaPath<P, V> {
  publisher: P | null
  readonly viewers: Set<V>
}

export class MediaPaths<P extends AtPath, V extends AtPath> {
  readonly #paths = new Map<string, MediaPath<P, V>>()

  get count(): number {
    return this.#paths.size
  }

  publisherAt(path: string): P | null {
    return this.#paths.get(path)?.publisher ?? null
  }

  viewersAt(path: string): ReadonlySet<V> {
    return this.#paths.get(path)?.viewers ?? new Set()
  }

  addViewer(viewer: V): void {
    this.#at(viewer.path).viewers.add(viewer)
  }

  removeViewer(viewer: V): void {
    this.#paths.get(viewer.path)?.viewers.delete(viewer)
    this.#dropIfEmpty(viewer.path)
  }

  /** Answers the publisher that it replaces, null where there is none. */
  takeOver(publisher: P): P | null {
    const path = this.#at(publisher.path)
    const replaced = path.publisher
    path.publisher = publisher
    return replaced
  }

  /** False where another one publishes there, or none. */
  removePublisher(publisher: P): boolean {
    const path = this.#paths.get(publisher.path)
    if (path?.publisher !== publisher) return false
    path.publisher = null
    this.#dropIfEmpty(publisher.path)
    return true
  }

  #at(name: string): MediaPath<P, V> {
    const path = this.#paths.get(name) ?? { publisher: null, viewers: new Set<V>() }
    this.#paths.set(name, path)
    return path
  }

  #dropIfEmpty(name: string): void {
    const path = this.#paths.get(name)
    if (path?.publisher === null && path.viewers.size === 0) this.#paths.delete(name)
  }
}
