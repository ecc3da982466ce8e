/**
 * Finds inert copies of React's elements within the site, as `innerHTML += ""` on a part of it makes: they look
 * alike but have no listeners. An added element counts as a copy if a React element was removed there at the same
 * moment, since React never adds what it did not create. Only forms, room actions, the meter and the call that pays
 * matter: a line of the conversation with a replaced word still works. Pure.
 */
export const isElement = (node: Node): node is Element => node instanceof Element

export const isLike = (one: Element, other: Element): boolean =>
  one.localName === other.localName &&
  one.id === other.id &&
  one.getAttribute("class") === other.getAttribute("class")

/** React marks its elements with own properties. */
export const isReactOwned = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith("__react"))

const INTERACTIVE = "form, .actions, .meter, .call-badge"

const isInteractive = (element: Element, place: Node): boolean =>
  element.matches(INTERACTIVE) ||
  element.querySelector(INTERACTIVE) !== null ||
  (isElement(place) && place.closest(INTERACTIVE) !== null)

export interface InertCopy {
  readonly copy: Element
  readonly element: Element
}

/** In the order of the mutations: an element comes before its descendants. */
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
    if (!isReactOwned(element) || element.parentNode !== null || !isInteractive(element, place))
      return []
    const copy = standing(element)
    return copy === undefined ? [] : [{ copy, element }]
  })
}
