/**
 * Copies of what React holds that stand in its place within the site, as `innerHTML += ""` of a part makes them:
 * they look the same, and nobody listens to them. Found by what went and came in one place at one moment; React
 * itself never puts there what it did not make. Only where something can be sent or ended, or time is metered: a
 * line of the conversation in which a word was replaced works as before. Pure.
 */
export const isElement = (node: Node): node is Element => node instanceof Element

export const isLike = (one: Element, other: Element): boolean =>
  one.localName === other.localName &&
  one.id === other.id &&
  one.getAttribute("class") === other.getAttribute("class")

/** React marks what it made. */
export const isReactOwned = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith("__react"))

/** Forms, what a room is acted in by, and what it costs. */
const AT_WORK = "form, .actions, .meter"

const isAtWork = (element: Element, place: Node): boolean =>
  element.matches(AT_WORK) ||
  element.querySelector(AT_WORK) !== null ||
  (isElement(place) && place.closest(AT_WORK) !== null)

export interface InertCopy {
  readonly copy: Element
  readonly element: Element
}

/** In the order in which they came: a part comes before what stands in it. */
export const inertCopies = (records: ReadonlyArray<MutationRecord>): ReadonlyArray<InertCopy> => {
  const gone = new Map<Node, Array<Element>>()
  const copyOf = new Map<Element, Element>()
  const places = new Map<Element, Node>()
  for (const { target, removedNodes, addedNodes } of records) {
    const here = gone.get(target) ?? []
    gone.set(target, here)
    here.push(...[...removedNodes].filter(isElement))
    for (const came of [...addedNodes].filter(isElement)) {
      const at = isReactOwned(came) ? -1 : here.findIndex((each) => isLike(each, came))
      const [element] = at < 0 ? [] : here.splice(at, 1)
      if (element === undefined) continue
      copyOf.set(element, came)
      places.set(element, target)
    }
  }
  /** A copy may have been copied in its turn. */
  const standing = (element: Element): Element | undefined => {
    let copy = copyOf.get(element)
    while (copy !== undefined && copy.parentNode === null) copy = copyOf.get(copy)
    return copy
  }
  return [...places].flatMap(([element, place]) => {
    if (!isReactOwned(element) || element.parentNode !== null || !isAtWork(element, place))
      return []
    const copy = standing(element)
    return copy === undefined ? [] : [{ copy, element }]
  })
}
