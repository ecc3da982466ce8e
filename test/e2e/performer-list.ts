/** A list of performers as a visitor sees it: who is in it, what they do, whose heart is pressed. */
import type { Locator } from "playwright-core"
import { expect } from "vitest"
import { m } from "@foldcast/messages/messages"
import type { Tab } from "./visitor.ts"

const WITHIN = { timeout: 15_000 }

export class PerformerListPage {
  readonly #tab: Tab

  constructor(tab: Tab) {
    this.#tab = tab
  }

  get cards(): Locator {
    return this.#tab.page.locator("[data-performer]")
  }

  card(performerId: string): Locator {
    return this.#tab.page.locator(`[data-performer="${performerId}"]`)
  }

  link(performerId: string): Locator {
    return this.card(performerId).getByRole("link")
  }

  /** Of a place in the list, in sight or not. */
  async nameOf(place: number): Promise<string> {
    return (await this.cards.nth(place).locator(".performer-card__name").textContent()) ?? ""
  }

  /** Waits for the first card. */
  async ids(): Promise<ReadonlyArray<string>> {
    await this.cards.first().waitFor()
    return this.cards.evaluateAll((cards) =>
      (cards as unknown as ReadonlyArray<{ readonly dataset: Record<string, string> }>).map(
        ({ dataset }) => dataset["performer"] ?? "",
      ),
    )
  }

  /** Waits until the list has so many. */
  async has(count: number): Promise<void> {
    await expect.poll(() => this.cards.count(), WITHIN).toBe(count)
  }

  /** Waits until somebody's card says so, by its icon's name. */
  async says(performerId: string, status: string): Promise<void> {
    await this.card(performerId).locator(`[data-status="${status}"]`).waitFor()
  }

  heart(username: string): Locator {
    const name = this.#tab.words.say(m.favourite_keep, { name: username })
    return this.#tab.page.getByRole("button", { name, exact: true })
  }

  /** Waits until somebody's heart says whether they are kept. */
  async keeps(username: string, isKept: boolean): Promise<void> {
    const heart = this.heart(username)
    await expect.poll(() => heart.getAttribute("aria-pressed"), WITHIN).toBe(String(isKept))
  }

  /** The pill above the list that says how many came online. */
  get newcomers(): Locator {
    return this.#tab.page.locator(".grid-pill").getByRole("button")
  }
}
