/** The id of the element with the page's notices: those of the shell and those of parts that failed to load. */
export const NOTICES_ID = "site-notices"
