/** The tab remembers that a session is being paid for until its cost has been shown. */
import type { Drafts } from "../../../runtime/drafts.ts"

const FORM = "paid-session"

export const isPaidSessionUnreported = ({ read }: Drafts): boolean => read(FORM) !== null
export const keepPaidSession = ({ keep }: Drafts, session: string): void => {
  keep(FORM, { session })
}
export const forgetPaidSession = ({ forget }: Drafts): void => {
  forget(FORM)
}
