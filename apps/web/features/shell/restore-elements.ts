/**
 * Puts the removed elements of the document back in place of their copies. Of all elements removed at the same
 * moment, it restores those with a copy, as `innerHTML += ""` makes, and those that React owns, such as open
 * dialogs beside the site. All others were removed on purpose.
 */
import { isElement, isReactOwned, isLike } from "./inert-copies.ts"

const elementsOf = (
  records: ReadonlyArray<MutationRecord>,
  pick: (record: MutationRecord) => NodeList,
): ReadonlyArray<Element> =>
  [...new Set(records.flatMap((record) => [...pick(record)]))].filter(isElement)

const topOf = (element: Element): Element => {
  let top = element
  while (top.parentElement !== null) top = top.parentElement
  return top
}

const hasReactElements = (element: Element): boolean =>
  [element, ...element.querySelectorAll("*")].some(isReactOwned)

/** html, head and body first: the others are placed in them. */
const byDepth = (one: Element, other: Element): number => depthOf(one) - depthOf(other)
const depthOf = ({ localName }: Element): number => {
  if (localName === "html") return 0
  return localName === "head" || localName === "body" ? 1 : 2
}

/** For an element without a copy. */
const place = (element: Element): void => {
  const whole: HTMLElement | null = document.documentElement
  if (element.localName === "html") document.append(element)
  else if (element.localName === "head") whole?.prepend(element)
  else (document.body ?? whole)?.append(element)
}

/** Children that only the copy has belong to other scripts and are kept. */
const replaceCopy = (copy: Element, element: Element): void => {
  copy.replaceWith(element)
  if (!["head", "body"].includes(element.localName)) return
  const own = [...element.children]
  for (const child of [...copy.children]) {
    if (!own.some((each) => isLike(each, child))) element.append(child)
  }
}

/** `records`: the mutations since the site was last in the document; empty without an observer. */
export const restoreElements = (site: Element, records: ReadonlyArray<MutationRecord>): void => {
  const gone = elementsOf(records, ({ removedNodes }) => removedNodes).filter(
    ({ isConnected }) => !isConnected,
  )
  const came = elementsOf(records, ({ addedNodes }) => addedNodes)
  const copyOf = (element: Element): Element | null | undefined => {
    if (element === site) return document.getElementById(site.id)
    switch (element.localName) {
      case "html":
        return document.documentElement
      case "head":
        return document.head
      case "body":
        return document.body
      default:
        return came.find((each) => each.isConnected && isLike(each, element))
    }
  }
  const top = topOf(site)
  for (const element of [...new Set([...gone, top])].toSorted(byDepth)) {
    const copy = copyOf(element)
    if (copy !== undefined && copy !== null) replaceCopy(copy, element)
    else if (element === top || element.localName === "head" || hasReactElements(element))
      place(element)
  }
  for (const copy of document.querySelectorAll(`[id="${site.id}"]`)) {
    if (copy !== site) copy.remove()
  }
}
