/** A performer among the options below the search field, who also tell their status there. */
import type { Locator, Page } from "playwright-core"

export const foundOption = (page: Page, username: string): Locator =>
  page.getByRole("option").filter({ has: page.getByText(username, { exact: true }) })
