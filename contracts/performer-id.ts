/**
 * What a performer's id looks like, without schemas, so that the browser can read one too: a text that can
 * stand in a path, in a list and in a cookie without meaning something else there. The schema of it is in
 * ids.ts; nobody says it a second time.
 */
export const PERFORMER_ID = /^[A-Za-z0-9_-]{1,64}$/u

export const isPerformerId = (text: string): boolean => PERFORMER_ID.test(text)
