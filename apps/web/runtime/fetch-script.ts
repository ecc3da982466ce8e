/**
 * Fetches a piece of script, once more where it failed: Firefox ends all that is being loaded in the moment in which a
 * page begins to be left, and the page that is left stays in sight and in use until the next one is there. A script is
 * not gone because of that: a reload for it would take the visitor back. In browsers that keep a failure the second try
 * fails as the first did, without a request. Callers: lazy-overlay.tsx and lazy-page.tsx.
 */
export const fetchScript = <Part>(load: () => Promise<Part>): Promise<Part> => load().catch(load)
