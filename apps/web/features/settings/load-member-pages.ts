/**
 * Loads the pages under /settings. One shared function, because the bundler repeats the list of chunks at each
 * place with the import.
 */
export const loadMemberPages = () => import("./member-pages.ts")
