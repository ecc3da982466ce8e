/** How a followed link is refused; a forged or malformed one is told as expired. Pure. */
import { Refused } from "../http/refused.ts"

export const linkExpired = () => new Refused({ status: 400, label: "linkExpired" })
export const linkUsed = () => new Refused({ status: 400, label: "linkUsed" })
