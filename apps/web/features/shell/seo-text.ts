/** Whether a page ends with the general text about the site (GRID-08). Pure. */
import type { PageMatch } from "@foldcast/rules/page-routes"

/**
 * The grid's page without a category, where a text is configured: a category speaks for itself (GRID-08).
 * Null: no text.
 */
export const generalSeoText = ({ page }: PageMatch, configured: string): string | null =>
  page === "home" && configured.trim() !== "" ? configured : null
