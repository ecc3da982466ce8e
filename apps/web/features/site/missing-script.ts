/**
 * A chunk of script that failed to load. lazy-overlay.tsx and lazy-page.tsx throw it during render;
 * lazy-boundary.tsx and error-page.tsx show it, and the chunk can be fetched again.
 *
 *   unreached   the site does not answer: the chunk can be fetched once it does
 *   late        the site may be reachable, but the chunk has not arrived: the page keeps waiting
 *   gone        the site answers without the chunk, as after a new build: only a reload gets the new one
 */
export class MissingScript extends Error {
  override readonly name = "MissingScript"
  readonly reason: "unreached" | "late" | "gone"
  /** Clears the failure, so that the next render fetches the chunk again. */
  readonly forget: () => void

  constructor(reason: MissingScript["reason"], forget: () => void, options?: ErrorOptions) {
    super(`a piece of script did not come: ${reason}`, options)
    this.reason = reason
    this.forget = forget
  }
}
