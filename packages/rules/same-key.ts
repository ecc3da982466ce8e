/**
 * The one spelling of an e-mail address or a username under which accounts are found and tries of them
 * counted: names that differ in case, in compatible characters or in what is not seen only are the same. Pure.
 */
import { withoutInvisibleMarks } from "./invisible-marks.ts"

export const sameKey = (typed: string): string =>
  withoutInvisibleMarks(typed).normalize("NFKC").toLowerCase()
