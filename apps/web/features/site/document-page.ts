/**
 * Whether a page is the one that the document loaded with. It is another page if the visitor goes back before
 * hydration.
 */
import { parsedUrl } from "@foldcast/rules/parsed-url"

export const isOfDocument = (pathname: string): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  return document !== undefined && parsedUrl(document.name)?.pathname === pathname
}
