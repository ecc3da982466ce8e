/** A person without a mouse: moves through a page by Tab and checks at every stop that the focus is visible. */
import type { Page } from "playwright-core"

type Role = "button" | "link" | "textbox" | "combobox" | "radio" | "checkbox"

type Key = "Tab" | "Shift+Tab"

/** More stops than any page has on the way to a control. */
const MAX_STOPS = 60

/** A fault that a person meets stays. */
const SETTLED_MS = 3_000

/**
 * The fault of the focused stop, or null: it must be on the screen, uncovered and marked. If a label draws a
 * control, the label is checked.
 */
const STOP_FAULT = `(() => {
  const stop = document.activeElement
  const name = () => stop.outerHTML.slice(0, 120)
  if (stop === null || stop === document.body) return ""
  const seen = stop.closest("label") ?? stop
  const { left, top, width, height } = seen.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + Math.min(height, innerHeight) / 2]
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return "off the screen: " + name()
  const over = document.elementFromPoint(x, y)
  if (over === null || !(seen.contains(over) || over.contains(seen))) return "covered: " + name() + " by " + (over === null ? "nothing" : over.outerHTML.slice(0, 80))
  const drawn = [stop, seen, ...seen.querySelectorAll("*"), stop.parentElement]
  const isMarked = drawn.some((element) => [null, "::after"].some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
  }))
  return isMarked ? "" : "not marked: " + name()
})()`

const hasFocus = (element: unknown) =>
  (element as { readonly matches: (selector: string) => boolean }).matches(":focus")

export class Keyboard {
  readonly #page: Page
  readonly faults: Array<string> = []

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses a key until the named control has the focus, up to a maximum. */
  async tabTo(name: string | RegExp, role: Role, key: Key = "Tab"): Promise<void> {
    const target = this.#page.getByRole(role, { name, exact: typeof name === "string" }).first()
    await target.waitFor()
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      if (await target.evaluate(hasFocus)) return
      await this.#page.keyboard.press(key)
      const fault = await this.#page.evaluate<string>(STOP_FAULT)
      if (fault !== "" && !(await this.#isMended())) this.faults.push(fault)
    }
    throw new Error(`${key} never reaches ${String(name)}`)
  }

  /** A notice that comes while the page scrolls to the focus is measured, and the focus moved clear of it, at once. */
  #isMended(): Promise<boolean> {
    return this.#page
      .waitForFunction(`${STOP_FAULT} === ""`, undefined, { timeout: SETTLED_MS })
      .then(
        () => true,
        () => false,
      )
  }

  async press(name: string | RegExp, role: "button" | "link" = "button"): Promise<void> {
    await this.tabTo(name, role)
    await this.#page.keyboard.press("Enter")
  }

  /** Presses a control that precedes the focus: a long list may follow it. */
  async pressBefore(name: string, role: "button" | "link" = "button"): Promise<void> {
    await this.tabTo(name, role, "Shift+Tab")
    await this.#page.keyboard.press("Enter")
  }

  async type(name: string, text: string): Promise<void> {
    await this.tabTo(name, "textbox")
    await this.#page.keyboard.type(text)
  }

  enter(): Promise<void> {
    return this.#page.keyboard.press("Enter")
  }

  /** Checks that the focus is on an element, not lost at the start of the page. */
  isSomewhere(): Promise<void> {
    return this.#page.locator("body :focus").waitFor({ state: "attached" })
  }
}
