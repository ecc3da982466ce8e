/**
 * Fetches the pages under /settings. Written once, because each place that fetches names all that they need.
 */
export const loadMemberPages = () => import("./member-pages.ts")
