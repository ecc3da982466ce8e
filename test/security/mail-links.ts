/** Links in mails, as people find them. */
import { actionLink, type ArrivedMail, type Mails, tokenOf } from "../support/mailbox.ts"

export type LinkedAction = "validate" | "resetpassword"

const asks = ({ links }: ArrivedMail, action: LinkedAction) =>
  links.some((link) => new URL(link).searchParams.get("action") === action)

/** The link of the next mail with this action; skips others before it. */
export const nextLink = async (mails: Mails, action: LinkedAction): Promise<URL> => {
  let mail = await mails.next()
  while (!asks(mail, action)) mail = await mails.next()
  return actionLink(mail)
}

export const nextToken = async (mails: Mails, action: LinkedAction): Promise<string> =>
  tokenOf(await nextLink(mails, action))
