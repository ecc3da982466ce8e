/** Finds an element again in a tree that was rendered anew and says the same with other elements. */

/** Where an element is found in a tree that says the same with other elements. */
export interface Place {
  readonly key: string
  readonly nth: number
}

const keyOf = (element: Element): string =>
  [element.localName, ...["type", "name", "href"].map((name) => element.getAttribute(name))].join()

const like = (site: Element, element: Pick<Element, "localName">, key: string) =>
  [...site.querySelectorAll<HTMLElement>(element.localName)].filter((each) => keyOf(each) === key)

export const placeOf = (site: Element, element: HTMLElement): Place => {
  const key = keyOf(element)
  return { key, nth: like(site, element, key).indexOf(element) }
}

export const elementAt = (
  site: Element,
  was: Element,
  { key, nth }: Place,
): HTMLElement | undefined => like(site, was, key)[nth]

/** React marks each element that it has taken over. */
export const isReacts = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith("__react"))
