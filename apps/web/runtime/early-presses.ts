/**
 * A button that is pressed before React listens to it (HYDRATE-05). The press is carried out once React does, as a
 * click by script. Until then React hears nothing of it: where it begins to listen between the pointer's way down and
 * its way up, it would hear half a press.
 *
 * Nothing that costs credits is in a page as the server writes it.
 */
import { takeFirstPress } from "./first-presses.ts"
import { isReacts, type Place, placeOf, sameElementAt } from "./element-places.ts"

/** Milliseconds. What opens later than that surprises who pressed. */
const KEPT_MS = 10_000

const BEGINS = ["pointerdown", "mousedown", "touchstart", "keydown"] as const

const buttonOf = (target: EventTarget | null): HTMLButtonElement | null =>
  target instanceof Element ? target.closest("button") : null

interface Pressed {
  readonly button: HTMLButtonElement
  readonly place: Place
  readonly at: number
}

export class EarlyPresses {
  readonly #site: HTMLElement
  readonly #isEarly: (element: Element) => boolean
  /** Others put buttons of their own into the page, which work by themselves. */
  readonly #written: WeakSet<Element>
  /** Under a pointer or a key that is still down. */
  #begun: HTMLButtonElement | null = null
  #pressed: Pressed | null = null

  constructor(site: HTMLElement, isEarly: (element: Element) => boolean) {
    this.#site = site
    this.#written = new WeakSet(site.querySelectorAll("button"))
    this.#isEarly = (button) => this.#written.has(button) && isEarly(button)
    for (const kind of BEGINS) {
      site.addEventListener(kind, (event) => this.#begin(event), { capture: true })
    }
    site.addEventListener("click", (event) => this.#press(event), { capture: true })
    const [target = null, at = 0] = takeFirstPress() ?? []
    this.#note(buttonOf(target), at)
  }

  #begin(event: Event): void {
    const button = buttonOf(event.target)
    this.#begun = button !== null && this.#isEarly(button) ? button : null
    if (this.#begun !== null) event.stopImmediatePropagation()
  }

  #press(event: Event): void {
    if (!event.isTrusted) return
    const button = buttonOf(event.target)
    const wasBegun = button !== null && button === this.#begun
    this.#begun = null
    // A press elsewhere takes the place of an earlier one.
    this.#pressed = null
    if (button === null || !(wasBegun || this.#isEarly(button))) return
    event.stopImmediatePropagation()
    this.#note(button, performance.now())
    if (!this.#isEarly(button)) this.handOver()
  }

  #note(button: HTMLButtonElement | null, at: number): void {
    if (button === null || !this.#site.contains(button)) return
    this.#pressed = { button, place: placeOf(this.#site, button), at }
  }

  handOver(): void {
    if (this.#pressed === null) return
    const { button: was, place, at } = this.#pressed
    const button = was.isConnected ? was : sameElementAt(this.#site, was, place)
    // Of a part that is still to come.
    if (button === undefined || !isReacts(button)) return
    this.#pressed = null
    if (performance.now() - at < KEPT_MS) button.click()
  }
}
