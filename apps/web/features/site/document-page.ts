/**
 * Whether a page is the one that the document came with. Whoever goes back before that is taken over by the script
 * sees another one.
 */
import { parsedUrl } from "@foldcast/rules/parsed-url"

export const isOfDocument = (pathname: string): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  return document !== undefined && parsedUrl(document.name)?.pathname === pathname
}
