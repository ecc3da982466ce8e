/**
 * The mails that a world's simulated mailbox receives for one address: the mailbox holds each request until a mail
 * arrives, without polling.
 */
import type { World } from "./world.ts"

export interface ArrivedMail {
  readonly id: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The addresses in its text, in order. */
  readonly links: ReadonlyArray<string>
}

export class Mails {
  readonly #messages: string
  readonly #to: string
  #last = "0"

  constructor(world: World, to: string) {
    this.#messages = `${world.urls.mailbox ?? ""}/messages`
    this.#to = to
  }

  /** The oldest unread mail; waits for one. */
  async next(): Promise<ArrivedMail> {
    const query = new URLSearchParams({ to: this.#to, after: this.#last })
    const response = await fetch(`${this.#messages}/next?${query.toString()}`)
    if (response.status !== 200) throw new Error(`no mail to ${this.#to} after ${this.#last}`)
    const mail = (await response.json()) as ArrivedMail
    this.#last = mail.id
    return mail
  }

  /** The next mail with this subject; skips others before it. */
  async about(subject: string): Promise<ArrivedMail> {
    for (;;) {
      const mail = await this.next()
      if (mail.subject === subject) return mail
    }
  }

  /** The subjects of all received mails, oldest first. */
  async subjects(): Promise<ReadonlyArray<string>> {
    const query = new URLSearchParams({ to: this.#to })
    const response = await fetch(`${this.#messages}?${query.toString()}`)
    const mails = (await response.json()) as ReadonlyArray<ArrivedMail>
    return mails.map(({ subject }) => subject).toReversed()
  }
}

/** The mail's link that carries an action for the site. */
export const actionLink = ({ links, subject }: ArrivedMail): URL => {
  const link = links
    .map((text) => new URL(text))
    .find(({ searchParams }) => searchParams.has("action"))
  if (link === undefined) throw new Error(`no link in the mail ${subject}`)
  return link
}

export const tokenOf = (link: URL): string => link.searchParams.get("token") ?? ""
