/** A mail as it came over the wire, read into its parts. */
import PostalMime from "postal-mime"
import type { MailParts } from "./mailbox.ts"

const LINK = /https?:\/\/[^\s<>"]+/gu
/** Signs that end a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]]+$/u

const linksIn = (text: string): ReadonlyArray<string> => [
  ...new Set((text.match(LINK) ?? []).map((link) => link.replace(TRAILING, ""))),
]

/** Rejects what cannot be read. */
export const parseMail = async (raw: Uint8Array): Promise<MailParts> => {
  const { from, subject, text, html } = await PostalMime.parse(raw)
  return {
    from: from === undefined ? "" : `${from.name} <${from.address ?? ""}>`.trim(),
    subject: subject ?? "",
    text: text ?? "",
    html: html ?? "",
    links: linksIn(text ?? ""),
  }
}
