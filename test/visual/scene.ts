/**
 * A state of the site that is photographed, in one language, theme, width and brand. Everything that would differ
 * between runs is fixed first: the site's font is loaded and the only one, nothing is loading, moving or hovered,
 * and all times show one moment.
 */
import type { Browser, Page } from "playwright-core"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { Tab, Visitor } from "../e2e/visitor.ts"
import { watchPage } from "../support/browser.ts"
import type { World } from "../support/world.ts"

export interface Variant {
  readonly locale: Locale
  readonly colorScheme: "dark" | "light"
  readonly width: 390 | 1_280
  readonly brand: "foldcast" | "lumio"
}

export interface Scene extends Variant {
  readonly state: string
  readonly page: Page
  /** The whole page, if the relevant part does not fit the window. */
  readonly isWhole: boolean
}

export type Look = (scene: Scene) => Promise<void>

export const sceneName = ({ state, locale, colorScheme, width, brand }: Scene): string =>
  [state, brand, locale, colorScheme, width].join("-")

const HEIGHT = { 390: 844, 1_280: 800 } as const
const MOMENT = { nl: "20 nov 2026, 22:05", en: "Nov 20, 2026, 10:05 PM" } as const

/**
 * Text nodes are changed, not replaced, because React keeps references to them. Images become eager, because a lazy
 * one out of view never loads and `decode` would wait for it.
 */
export const steady = (locale: Locale) => `(async () => {
  for (const time of document.querySelectorAll("time")) {
    const text = document.createTreeWalker(time, NodeFilter.SHOW_TEXT).nextNode()
    if (text) text.nodeValue = ${JSON.stringify(MOMENT[locale])}
  }
  for (const shown of document.querySelectorAll(".reference span")) {
    const text = shown.firstChild
    if (text) text.nodeValue = text.nodeValue.replace(/[0-9A-Z]{4}-[0-9A-Z]{4}/u, "0000-0000")
  }
  for (const code of document.querySelectorAll("code")) code.style.fontFamily = "inherit"
  await document.fonts.load('400 16px "Inter Variable"')
  await document.fonts.ready
  for (const image of document.images) image.loading = "eager"
  const hasEnded = (image) => new Promise((resolve) => {
    if (image.complete) resolve()
    for (const end of ["load", "error"]) image.addEventListener(end, resolve, { once: true })
  })
  await Promise.all([...document.images].map(async (image) => {
    await hasEnded(image)
    await image.decode().catch(() => null)
  }))
  // What costs credits rests for a moment after the controls around it changed (use-press-cooldown.ts).
  const isInCooldown = () => document.querySelector(
    '.tips:not(:has(.tips__all[aria-disabled="true"])) .tips__quick[aria-disabled="true"],' +
    '.offer__vip[aria-disabled="true"]:not([data-pending])',
  )
  while (isInCooldown()) await new Promise((resolve) => requestAnimationFrame(resolve))
  // Somebody moves the pointer: the controls over a picture stay, however long the photograph takes.
  const move = () =>
    document.querySelector(".stage")?.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }))
  move()
  setInterval(move, 500)
})()`

/** One visitor of one world in one variant; every state they reach is photographed. */
export class SceneStage {
  readonly variant: Variant
  readonly visitor: Visitor
  readonly tab: Tab
  readonly #look: Look

  private constructor(variant: Variant, visitor: Visitor, tab: Tab, look: Look) {
    this.variant = variant
    this.visitor = visitor
    this.tab = tab
    this.#look = look
  }

  static async open(
    { world, browser, look }: { world: World; browser: Browser; look: Look },
    variant: Variant,
  ): Promise<SceneStage> {
    const visitor = await Visitor.arrive(world, browser, {
      ...variant,
      brand: variant.brand === "lumio" ? "partner" : "site",
      height: HEIGHT[variant.width],
    })
    const tab = new Tab(visitor, watchPage(await visitor.context.newPage()))
    return new SceneStage(variant, visitor, tab, look)
  }

  /** The choice that most visitors make once; the banner then stays away. */
  async refuseConsent(): Promise<void> {
    const { context, origin } = this.visitor
    await context.addCookies([{ name: "consent", value: "refused", url: origin }])
  }

  /** Opens a page of the site by its unprefixed path, optionally with a query. */
  goTo(path: string): Promise<void> {
    return this.tab.visit(`${this.tab.home}${path}`)
  }

  /** Opens a missing page and stays on it; the stopped clock prevents the automatic return home. */
  async stayNowhere(path: string): Promise<void> {
    await this.tab.holdTime()
    await this.goTo(path)
    const stay = this.tab.button(m.error_page_stay({}, { locale: this.variant.locale }))
    await stay.click()
    await stay.waitFor({ state: "detached" })
    await this.tab.page.clock.resume()
  }

  /** Waits for the shown profile's stream: the performer is online, and this visitor is in her room. */
  streams(): Promise<void> {
    return this.tab.page.locator(".player__controls").waitFor()
  }

  async shows(state: string, options: { page?: Page; isWhole?: boolean } = {}): Promise<void> {
    const { page = this.tab.page, isWhole = false } = options
    await page.mouse.move(0, 0)
    // Placeholders of a list's next cards stay until the visitor scrolls there.
    await page
      .locator(".ui-skeleton:not(.grid-list__coming > *)")
      .first()
      .waitFor({ state: "detached" })
    // The number of performers is asked for a moment after the list.
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".filter-count")].every(({ tagName, textContent }) =>
        // A list's heading has other words before it has its number.
        tagName === "H2" ? /\d/u.test(textContent) : textContent !== "",
      ),
    )
    await page.evaluate(steady(this.variant.locale))
    await this.tab.settled()
    await this.#look({ ...this.variant, state, page, isWhole })
  }
}
