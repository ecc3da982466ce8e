/**
 * What a visitor typed, chose, focused and pressed before the site was taken over. React does not hear what happened
 * before it listens: a field that was filled would be emptied by its next rendering, and where the site had to be
 * rendered anew (ADR 0049) its fields are other elements. So both are noted here and handed over to the fields that are
 * there then, part by part, as the page is taken over. Nothing leaves this document.
 */
import { EarlyPresses } from "./early-presses.ts"
import { elementAt, isReacts, type Place, placeOf } from "./element-places.ts"

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = "input, textarea, select"
/** What nobody types into. */
const NOT_TYPED = new Set(["hidden", "file", "submit", "button", "reset", "image"])

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches(FIELDS) && !NOT_TYPED.has((target as Field).type)

const isTicked = (field: Field): field is HTMLInputElement =>
  field.type === "checkbox" || field.type === "radio"

const initialOption = ({ options }: HTMLSelectElement) => {
  const all = [...options]
  return all.findLast((option) => option.defaultSelected) ?? all[0]
}

/** Null where it is as the server wrote it. */
const changeOf = (field: Field): string | boolean | null => {
  if (field instanceof HTMLSelectElement) {
    return field.value === (initialOption(field)?.value ?? "") ? null : field.value
  }
  if (isTicked(field)) return field.checked === field.defaultChecked ? null : field.checked
  return field.value === field.defaultValue ? null : field.value
}

const write = (field: Field, value: string): void => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value)
}

/** As if it were typed now: React reads a field only where its value is not the one that it saw last. */
const enter = (field: Field, value: string | boolean): void => {
  if (field instanceof HTMLSelectElement) {
    field.value = String(value)
    field.dispatchEvent(new Event("change", { bubbles: true }))
  } else if (isTicked(field)) {
    field.checked = value !== true
    field.click()
  } else {
    // By the element's own property, which React watches; then past it.
    field.value = ""
    write(field, String(value))
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
}

const caretOf = (field: EventTarget): readonly [number, number] | null => {
  try {
    const { selectionStart = null, selectionEnd = null } = field as Partial<HTMLInputElement>
    return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd]
  } catch {
    return null
  }
}

const putCaret = (field: Element, caret: readonly [number, number] | null): void => {
  if (caret === null || caretOf(field) === null) return
  ;(field as HTMLInputElement).setSelectionRange(...caret)
}

interface Entered {
  readonly place: Place
  readonly value: string | boolean
}

class EarlyInput {
  readonly #site: HTMLElement
  readonly #entered = new Map<Field, Entered>()
  readonly #presses: EarlyPresses
  #focused: { readonly element: HTMLElement; readonly place: Place } | null = null
  #composing: EventTarget | null = null
  /** Until the whole site stands for the first time, even what is React's may have to be made anew. */
  #isCommitted = false

  constructor(site: HTMLElement) {
    this.#site = site
    this.#presses = new EarlyPresses(site, (button) => this.#isEarly(button))
    const listen = (kind: string, hear: (event: Event) => void) => {
      site.addEventListener(kind, hear, { capture: true })
    }
    listen("input", ({ target }) => this.#note(target))
    listen("change", ({ target }) => this.#note(target))
    listen("focusin", ({ target }) => this.#noteFocus(target))
    listen("focusout", ({ target }) => {
      // An element that goes loses its focus too; whoever went away from it left it where it is.
      queueMicrotask(() => {
        if (this.#focused === null || target !== this.#focused.element) return
        if (this.#focused.element.isConnected) this.#focused = null
      })
    })
    listen("compositionstart", ({ target }) => (this.#composing = target))
    listen("compositionend", () => (this.#composing = null))
    for (const field of site.querySelectorAll(FIELDS)) this.#note(field)
    this.#noteFocus(document.activeElement)
  }

  #isEarly(element: Element): boolean {
    return !this.#isCommitted || !isReacts(element)
  }

  #note(target: EventTarget | null): void {
    if (!isField(target) || !this.#isEarly(target)) return
    const value = changeOf(target)
    if (value === null) this.#entered.delete(target)
    else this.#entered.set(target, { place: placeOf(this.#site, target), value })
  }

  #noteFocus(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || !this.#site.contains(target)) return
    this.#focused = this.#isEarly(target)
      ? { element: target, place: placeOf(this.#site, target) }
      : null
  }

  handOver(): void {
    this.#isCommitted = true
    for (const [was, { place, value }] of this.#entered) {
      const field = was.isConnected ? was : elementAt(this.#site, was, place)
      // Of a part that is still to come.
      if (field === undefined || !isReacts(field)) continue
      this.#entered.delete(was)
      // What is being composed in a field is told by its end.
      if (!isField(field) || field === this.#composing) continue
      const caret = caretOf(was)
      enter(field, value)
      putCaret(field, caret)
    }
    this.#handOverFocus()
    this.#presses.handOver()
  }

  #handOverFocus(): void {
    if (this.#focused === null || this.#focused.element.isConnected) return
    const { element: was, place } = this.#focused
    const isNobodys = document.activeElement === null || document.activeElement === document.body
    const element = isNobodys ? elementAt(this.#site, was, place) : null
    // Of a part that is still to come.
    if (element === undefined) return
    this.#focused = null
    if (element === null) return
    element.focus({ preventScroll: true })
    putCaret(element, caretOf(was))
  }
}

let early: EarlyInput | null = null

/** Before the site is taken over. */
export const keepEarlyInput = (site: HTMLElement): void => {
  early = new EarlyInput(site)
}

/**
 * When a part of the site has been taken over, or rendered anew. A moment later: what is entered while React performs
 * effects it takes back first.
 */
export const handOverEarlyInput = (): void => {
  queueMicrotask(() => early?.handOver())
}
