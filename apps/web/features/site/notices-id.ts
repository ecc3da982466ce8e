/** Where the page's notices stand: those of the shell, and what a part says that could not be shown. */
export const NOTICES_ID = "site-notices"
