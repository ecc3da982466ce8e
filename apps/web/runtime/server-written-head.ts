/**
 * The head elements that the server wrote, for a site that React had to render anew (ADR 0049): React does not adopt
 * them then and adds its own, and the server's title and address would stay for ever.
 */

/** Called before hydration. Answers how to remove each element that React has added again. */
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
