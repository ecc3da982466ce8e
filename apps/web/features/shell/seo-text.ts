/** Whether a page ends with the general text about the site (GRID-08). Pure. */
import type { PageMatch } from "@foldcast/rules/page-routes"

/**
 * Returned for the grid's page without a category, where a text is configured: a category has its own text
 * (GRID-08). Null: no text.
 */
export const generalSeoText = ({ page }: PageMatch, configured: string): string | null =>
  page === "home" && configured.trim() !== "" ? configured : null
