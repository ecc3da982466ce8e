/** A list of performers as a visitor sees it: the performers, their statuses, and which are favourites. */
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

  /** The name at a place in the list, visible or not. */
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

  async has(count: number): Promise<void> {
    await expect.poll(() => this.cards.count(), WITHIN).toBe(count)
  }

  async says(performerId: string, status: string): Promise<void> {
    await this.card(performerId).locator(`[data-status="${status}"]`).waitFor()
  }

  heart(username: string): Locator {
    const name = this.#tab.words.say(m.favourite_keep, { name: username })
    return this.#tab.page.getByRole("button", { name, exact: true })
  }

  async keeps(username: string, isKept: boolean): Promise<void> {
    const heart = this.heart(username)
    await expect.poll(() => heart.getAttribute("aria-pressed"), WITHIN).toBe(String(isKept))
  }

  /** The pill above the list with the number of performers who came online. */
  get newcomers(): Locator {
    return this.#tab.page.locator(".grid-pill").getByRole("button")
  }
}
