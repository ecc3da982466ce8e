/** Finds an element again in a tree that was rendered anew and says the same with other elements. */

export interface Place {
  readonly key: string
  readonly nth: number
  /** How many there are with the same key. */
  readonly of: number
}

const PARTS = "header,main,footer,section"

/** What is named by its words alone, which a translator changes, is told by its look and by the part that it is in. */
const keyOf = (element: Element): string =>
  [
    element.localName,
    ...["type", "name", "href"].map((name) => element.getAttribute(name)),
    ...(element.localName === "button"
      ? [element.className, element.closest(PARTS)?.className]
      : []),
  ].join()

const like = (site: Element, { localName }: Element, key: string) =>
  [...site.querySelectorAll<HTMLElement>(localName)].filter((each) => keyOf(each) === key)

export const placeOf = (site: Element, element: HTMLElement): Place => {
  const key = keyOf(element)
  const alike = like(site, element, key)
  return { key, nth: alike.indexOf(element), of: alike.length }
}

export const elementAt = (
  site: Element,
  was: Element,
  { key, nth }: Place,
): HTMLElement | undefined => like(site, was, key)[nth]

/** Undefined where there are more or fewer with its key than before: its number may be another's. */
export const sameElementAt = (
  site: Element,
  was: Element,
  { key, nth, of }: Place,
): HTMLElement | undefined => {
  const alike = like(site, was, key)
  return alike.length === of ? alike[nth] : undefined
}

/** React marks each element that it has taken over. */
export const isReacts = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith("__react"))
