/**
 * The one spelling of an e-mail address or a username under which accounts are found and tries of them
 * counted: names that differ in case or in compatible characters only are the same. Pure.
 */
export const sameKey = (typed: string): string => typed.trim().normalize("NFKC").toLowerCase()
