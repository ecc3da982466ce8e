/**
 * A piece of script that did not come. What was to be shown can be asked for again. Thrown by
 * lazy-overlay.tsx and lazy-page.tsx where the piece is shown; told by lazy-boundary.tsx and error-page.tsx.
 *
 *   unreached   the site does not answer: it can be fetched once it does
 *   late        nothing says that the site does not answer, and it still has not come: it is waited for
 *   gone        the site answers without it, as after a renewal: only a reload brings what is there now
 */
export class MissingScript extends Error {
  override readonly name = "MissingScript"
  readonly reason: "unreached" | "late" | "gone"
  /** Lets the next render fetch the piece anew. */
  readonly forget: () => void

  constructor(reason: MissingScript["reason"], forget: () => void, options?: ErrorOptions) {
    super(`a piece of script did not come: ${reason}`, options)
    this.reason = reason
    this.forget = forget
  }
}
