/** The elements and texts that the server wrote into the desk's page. */

type ElementClass<E extends Element> = abstract new (...args: never) => E

/** Null where this page has no element with that id. Throws where it is of another class. */
export const findElement = <E extends Element>(id: string, type: ElementClass<E>): E | null => {
  const element = document.getElementById(id)
  if (element === null || element instanceof type) return element
  throw new TypeError(`#${id} is no ${type.name}`)
}

/** Throws where there is none: page and script are released together. */
export const requireElement = <E extends Element>(id: string, type: ElementClass<E>): E => {
  const element = findElement(id, type)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element
}

/** What the page says in `data-…` of an element; `name` in camel case. */
export const dataOf = (element: HTMLElement, name: string): string => {
  const text = element.dataset[name]
  if (text === undefined) throw new Error(`#${element.id} has no data for ${name}`)
  return text
}

/** Sets only another text: a status region that is set to the same text is read out again. */
export const showText = (element: HTMLElement, text: string): void => {
  if (element.textContent !== text) element.textContent = text
}
