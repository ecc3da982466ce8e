/**
 * Puts what was taken out of the document back in the place of its copies. Of what else went at the same moment that is
 * whatever has a copy, as all that `innerHTML += ""` makes anew, and what React holds: open windows stand beside the
 * site. What has neither was meant to go. Caller: site-keeper.ts.
 */
const isElement = (node: Node): node is Element => node instanceof Element

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

const isLike = (one: Element, other: Element): boolean =>
  one.localName === other.localName &&
  one.id === other.id &&
  one.getAttribute("class") === other.getAttribute("class")

/** React marks what it made. */
const isReacts = (element: Element): boolean =>
  [element, ...element.querySelectorAll("*")].some((each) =>
    Object.keys(each).some((key) => key.startsWith("__react")),
  )

/** Where it stood, nothing stands now. */
const place = (element: Element): void => {
  if (element.localName === "html") document.append(element)
  else if (element.localName === "head") document.documentElement.prepend(element)
  else (document.body ?? document.documentElement).append(element)
}

/** What stands in the copy alone is somebody else's, and stays. */
const replaceCopy = (copy: Element, element: Element): void => {
  copy.replaceWith(element)
  if (!["head", "body"].includes(element.localName)) return
  const own = [...element.children]
  for (const child of [...copy.children]) {
    if (!own.some((each) => isLike(each, child))) element.append(child)
  }
}

/** `records`: of the changes since the site was last seen in the document; none where nobody watched. */
export const putBack = (site: Element, records: ReadonlyArray<MutationRecord>): void => {
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
  for (const element of gone.includes(top) ? gone : [...gone, top]) {
    const copy = copyOf(element)
    if (copy !== undefined && copy !== null) replaceCopy(copy, element)
    else if (element === top || element.localName === "head" || isReacts(element)) place(element)
  }
  for (const copy of document.querySelectorAll(`[id="${site.id}"]`)) {
    if (copy !== site) copy.remove()
  }
}
