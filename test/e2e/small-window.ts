/**
 * A person who zooms the site to 400 %: 320 by 256 pixels are left (WCAG 2.2, 1.4.10 and 2.4.11). Fixed parts of
 * the page take at most a third of it, and a focused element is visible, in full if it fits.
 */
import type { Page } from "playwright-core"

/**
 * The part of the window that stays fixed while the page scrolls, and its elements. A window's own background does
 * not count.
 */
const STUCK = `(() => {
  const rows = new Set()
  const names = []
  const isOpen = document.querySelector(".ui-overlay, .ui-full-screen") !== null
  for (const element of document.querySelectorAll("body *")) {
    const { position, visibility, pointerEvents } = getComputedStyle(element)
    if (!["fixed", "sticky"].includes(position) || visibility === "hidden") continue
    if (element.matches(".ui-overlay, .ui-full-screen, .ui-popover, .ui-visually-hidden")) continue
    // Behind a window nothing is read.
    if (isOpen && element.closest(".ui-overlay, .ui-full-screen, .ui-popover, .site-notices, .cam-back-badge") === null) continue
    const parts = pointerEvents === "none" ? [...element.children] : [element]
    for (const part of parts) {
      const box = part.getBoundingClientRect()
      if (box.width < innerWidth / 2 || box.height === 0) continue
      const over = document.elementFromPoint(box.left + box.width / 2, Math.min(innerHeight - 1, Math.max(0, box.top + box.height / 2)))
      // What it holds may scroll in it.
      const edge = element.getBoundingClientRect()
      const top = Math.max(0, box.top, edge.top)
      const bottom = Math.min(innerHeight, box.bottom, edge.bottom)
      if (bottom <= top || over === null) continue
      names.push(part.tagName + "." + part.className + " " + Math.round(bottom - top))
      for (let row = Math.floor(top); row < bottom; row += 1) rows.add(row)
    }
  }
  // A window may scroll in a part of it alone: what is above and below that part stands still.
  for (const window of document.querySelectorAll("[role=dialog], [role=alertdialog]")) {
    const parts = [window, ...window.querySelectorAll("*")].filter(
      (part) => part.scrollHeight > part.clientHeight + 1 && /auto|scroll/u.test(getComputedStyle(part).overflowY),
    )
    const [part] = parts.toSorted((one, other) => other.clientHeight - one.clientHeight)
    if (part === undefined) continue
    const still = window.clientHeight - part.clientHeight
    if (still > 0) names.push("a window's edges " + still)
    for (let row = 0; row < still; row += 1) rows.add("window " + row)
  }
  return { share: rows.size / innerHeight, names }
})()`

interface Stuck {
  readonly share: number
  readonly names: ReadonlyArray<string>
}

/** The fault of the focused element, empty where it has none; null past the last stop. */
const FAULT = `(() => {
  const stop = document.activeElement
  if (stop === null || stop === document.body || stop.matches(".past-the-page")) return null
  const seen = stop.closest("label") ?? stop
  const name = stop.outerHTML.slice(0, 100)
  const { left, top, right, bottom, width, height } = seen.getBoundingClientRect()
  if (width * height < 4) return "no box: " + name
  const isTall = height > innerHeight * 2 / 3
  const wrong = []
  if (left < -1 || right > innerWidth + 1) wrong.push("beside the window")
  if (!isTall && (top < -1 || bottom > innerHeight + 1)) wrong.push("above or below it: " + Math.round(top) + " to " + Math.round(bottom))
  // Of a link that goes on in the next line, the first: around the rest stands other text.
  const line = seen.getClientRects()[0]
  const points = isTall ? [] : [0.15, 0.5, 0.85].map((part) => line.top + line.height * part)
  for (const y of points) {
    const over = document.elementFromPoint(line.left + Math.min(line.width / 2, line.width - 2), y)
    if (over !== null && !seen.contains(over) && !over.contains(seen)) {
      wrong.push("behind " + over.outerHTML.slice(0, 80))
      break
    }
  }
  return wrong.length === 0 ? "" : wrong.join(", ") + ": " + name
})()`

/** A last stop: past it Firefox moves the focus into its own toolbars, from which no key returns it. */
const ADD_LAST_STOP = `{
  const last = document.createElement("a")
  document.body.append(Object.assign(last, { href: "#", className: "past-the-page", textContent: "." }))
}`
const REMOVE_LAST_STOP = `document.querySelector(".past-the-page").remove()`

interface Stop {
  /** Empty where the focused element has none. */
  readonly fault: string
  readonly mark: string
  readonly isInWindow: boolean
}

/**
 * The focused element after three animation frames: observers of scroll positions have run, their result is painted,
 * and so are parts that appear after a scroll, such as the player in its corner.
 */
const STOP = `(async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  for (let frames = 0; frames < 3; frames += 1) await frame()
  const fault = ${FAULT}
  if (fault === null) return null
  const { outerHTML } = document.activeElement
  const { x } = document.activeElement.getBoundingClientRect()
  const isInWindow = document.querySelector("[role=dialog], [role=alertdialog]") !== null
  return { fault, mark: outerHTML.slice(0, 200) + x, isInWindow }
})()`

/** More than any page or window has before its list of performers. */
const MAX_STOPS = 45

/** All faults of the page as shown, from its first stop on. */
export const smallWindowFaults = async (
  page: Page,
  what: string,
): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  const seen = new Set<string>()
  const look = async () => {
    const { share, names } = await page.evaluate<Stuck>(STUCK)
    const told = `${what}: ${Math.round(share * 100)} % stuck: ${names.join(", ")}`
    if (share > 1 / 3 && !seen.has(told)) faults.push(told)
    seen.add(told)
  }
  await look()
  await page.evaluate(ADD_LAST_STOP)
  const starts = new Set<string>()
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press("Tab")
    const stop = await page.evaluate<Stop | null>(STOP)
    if (stop === null) break
    const { fault, mark, isInWindow } = stop
    // In a window the Tab order is circular.
    if (isInWindow && starts.has(mark)) break
    starts.add(mark)
    if (fault !== "") faults.push(`${what}: ${fault}`)
    if (stops % 6 === 5) await look()
  }
  await page.evaluate(REMOVE_LAST_STOP)
  return faults
}
