/**
 * What the server wrote into the head, for a site that had to be rendered anew (ADR 0049): React then finds nothing
 * of it again and puts its own beside it, and an address or a description of before would stay for ever.
 */

/** Noted before the site is taken over; answers what takes away each element that React has since put there again. */
export const noteServerWrittenHead = (): (() => void) => {
  const written = [...document.head.querySelectorAll("title, meta, link:not([rel=stylesheet])")]
  return () => {
    const now = [...document.head.children]
    for (const element of written) {
      if (now.some((other) => !written.includes(other) && other.isEqualNode(element))) {
        element.remove()
      }
    }
  }
}
