/** Fetches the pages under /settings; written once, for each place that does names all that they need. Callers: routes/settings. */
export const loadMemberPages = () => import("./member-pages.ts")
