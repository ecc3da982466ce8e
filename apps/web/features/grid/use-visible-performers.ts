/** Tells the gateway whose cards are on the screen, while the list is there. Caller: the grid's list. */
import { type RefObject, useEffect } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { shownTeller } from "../performers/shown-teller.ts"

const idOf = (card: Element) => card.getAttribute("data-performer") ?? ""

export const useVisiblePerformers = (list: RefObject<HTMLUListElement | null>): void => {
  const { connection$, dispatch } = useRuntime()
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const teller = shownTeller({ connection$, dispatch })
    const visible = new Set<Element>()
    const cards = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target)
        else visible.delete(target)
      }
      tell()
    })
    const tell = () => {
      // By what is seen, not by all there is: a list of a thousand is told of at every few pixels.
      const inOrder = [...visible].toSorted((a, b) =>
        (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1,
      )
      teller.show(inOrder.map(idOf))
    }
    const watch = (nodes: Iterable<Node>) => {
      for (const node of nodes) if (node instanceof Element) cards.observe(node)
    }
    watch(element.children)
    // Cards come with pages and go with filters; their order changes where they stay.
    const changes = new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        for (const node of removedNodes) {
          if (node instanceof Element && !element.contains(node)) {
            cards.unobserve(node)
            visible.delete(node)
          }
        }
        watch(addedNodes)
      }
      tell()
    })
    changes.observe(element, { childList: true })
    return () => {
      changes.disconnect()
      cards.disconnect()
      teller.stop()
    }
  }, [list, connection$, dispatch])
}
