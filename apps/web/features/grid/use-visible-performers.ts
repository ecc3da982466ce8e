/** Tells the gateway whose cards are on the screen, while the list is there. Caller: the grid's list. */
import { type RefObject, useEffect } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { shownTeller } from "../performers/shown-teller.ts"

const PERFORMER = "data-performer"
const PART = "grid-list__part"
const idOf = (card: Element) => card.getAttribute(PERFORMER) ?? ""

export const useVisiblePerformers = (list: RefObject<HTMLDivElement | null>): void => {
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
    // Parts come and go with pages and filters, and in them cards.
    const changes = new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        for (const node of removedNodes) forget(node)
        for (const node of addedNodes) watch(node)
      }
      tell()
    })
    const watch = (node: Node) => {
      if (!(node instanceof Element)) return
      if (node.hasAttribute(PERFORMER)) cards.observe(node)
      else if (node.classList.contains(PART)) {
        changes.observe(node, { childList: true })
        for (const card of node.children) watch(card)
      }
    }
    const forget = (node: Node) => {
      // Where it only moved it is still there.
      if (!(node instanceof Element) || element.contains(node)) return
      if (node.hasAttribute(PERFORMER)) {
        cards.unobserve(node)
        visible.delete(node)
      } else for (const card of node.children) forget(card)
    }
    changes.observe(element, { childList: true })
    for (const part of element.children) watch(part)
    return () => {
      changes.disconnect()
      cards.disconnect()
      teller.stop()
    }
  }, [list, connection$, dispatch])
}
