/**
 * Brings the parts of the page up to date with a page that was fetched later, and keeps what is typed, selected,
 * opened or focused.
 *
 * `data-live="items"`: children are replaced one by one, by id. `data-live="whole"`: the content is replaced at
 * once. `data-attributes`: `hidden` and `disabled` follow. A part whose markup is unchanged is not touched.
 */
import { GONE_SOURCE, listChanges } from "./list-changes.ts"

/** Scrolled this near to the end (pixels), a log follows its last line. */
const NEAR_END_PX = 48

const isSelected = (element: Element): boolean =>
  element instanceof HTMLOptionElement && element.selected

/** Focus in `part` stays at the element with the same id; where that is gone it goes to the page's heading. */
const keepingFocus = (part: Element, change: () => void): void => {
  const focused = document.activeElement
  const id = focused !== null && part.contains(focused) ? focused.id : ""
  change()
  if (id === "" || document.activeElement?.id === id) return
  const next = document.getElementById(id) ?? document.getElementById("top")
  next?.focus()
}

export class LiveParts {
  /** The server's markup of each part and item: scripts and users change the elements. */
  readonly #sources = new WeakMap<Element, string>()
  readonly #goneText: string

  /** `goneText` is added to a selected option that the server no longer lists. */
  constructor(goneText: string) {
    this.#goneText = goneText
    for (const item of document.querySelectorAll("[data-live=items] > *")) {
      this.#sources.set(item, item.outerHTML)
    }
    for (const part of document.querySelectorAll("[data-live=whole]")) {
      this.#sources.set(part, part.innerHTML)
    }
  }

  update(fetched: Element): void {
    for (const fresh of fetched.querySelectorAll<HTMLElement>("[data-live]")) {
      const part = document.getElementById(fresh.id)
      if (part === null) continue
      if (fresh.dataset["live"] === "items") this.#updateItems(part, fresh)
      else this.#updateWhole(part, fresh)
    }
    for (const fresh of fetched.querySelectorAll("[data-attributes]")) {
      const part = document.getElementById(fresh.id)
      for (const name of ["hidden", "disabled"]) {
        part?.toggleAttribute(name, fresh.hasAttribute(name))
      }
    }
  }

  #updateItems(list: Element, fresh: Element): void {
    const isNearEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX
    keepingFocus(list, () => this.#changeItems(list, fresh))
    if (isNearEnd) list.scrollTop = list.scrollHeight
  }

  #changeItems(list: Element, fresh: Element): void {
    const items = new Map([...list.children].map((item) => [item.id, item]))
    const fetched = new Map([...fresh.children].map((item) => [item.id, item]))
    const changes = listChanges(
      [...items].map(([id, item]) => ({
        id,
        source: this.#sources.get(item),
        isSelected: isSelected(item),
      })),
      [...fetched].map(([id, item]) => ({ id, source: item.outerHTML })),
    )
    for (const id of changes.remove) items.get(id)?.remove()
    for (const id of changes.markGone) {
      const item = items.get(id)
      if (item === undefined) continue
      item.append(this.#goneText)
      this.#sources.set(item, GONE_SOURCE)
    }
    for (const id of [...changes.replace, ...changes.append]) {
      const source = fetched.get(id)
      if (source === undefined) continue
      const copy = document.importNode(source, true)
      this.#sources.set(copy, source.outerHTML)
      const old = items.get(id)
      if (copy instanceof HTMLOptionElement && old !== undefined) copy.selected = isSelected(old)
      if (old === undefined) list.append(copy)
      else old.replaceWith(copy)
    }
  }

  #updateWhole(part: Element, fresh: Element): void {
    const source = fresh.innerHTML
    if (this.#sources.get(part) === source) return
    this.#sources.set(part, source)
    keepingFocus(part, () => part.replaceChildren(...document.importNode(fresh, true).childNodes))
  }
}
