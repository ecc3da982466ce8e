/**
 * Whether a page is the one that the document came with. Whoever goes back before that is taken over by the
 * script sees another one. Callers: router.tsx, way-back.ts.
 */
export const isOfDocument = (pathname: string): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  return document !== undefined && URL.parse(document.name)?.pathname === pathname
}
