/**
 * Finds the links in a text: `[text](address)`. An address that begins with http or www is an external link. One
 * that begins with a slash gets the site's origin and the tracking parameters. Every other address, and every
 * address that could mislead, stays plain text (SHELL-51 to SHELL-53). Pure.
 */
import type { Tracking } from "@foldcast/contracts/stream/visit"
import { parsedUrl } from "@foldcast/rules/parsed-url"

interface Part {
  readonly text: string
  /** The part's position in the text: a unique key among its siblings. */
  readonly at: number
}
export type ContentPart =
  | ({ readonly _tag: "Text" } & Part)
  | ({ readonly _tag: "OutsideLink" | "SiteLink"; readonly href: string } & Part)

const LINK = /\[(?<text>[^[\]]{1,200})\]\((?<address>[^()\s]{1,500})\)/gu

const outside = (address: string): string | null => {
  const url = parsedUrl(address.startsWith("www.") ? `https://${address}` : address)
  if (url === null || !/^https?:$/u.test(url.protocol)) return null
  // `https://bank.example@elsewhere.example` leads to elsewhere.example.
  return url.username === "" && url.password === "" ? url.href : null
}

/** The context of a text: the site's origin and the tracking parameters of the page's address. */
export interface ContentPlace {
  readonly origin: string
  readonly tracking: Tracking
}

const inside = (address: string, { origin, tracking }: ContentPlace): string | null => {
  const url = parsedUrl(address, origin)
  if (url?.origin !== new URL(origin).origin) return null
  for (const [name, value] of Object.entries(tracking)) {
    if (!url.searchParams.has(name)) url.searchParams.append(name, value)
  }
  return url.href
}

const linkOf = (address: string, place: ContentPlace) => {
  if (/^(?:https?:\/\/|www\.)/iu.test(address)) {
    const href = outside(address)
    return href === null ? null : ({ _tag: "OutsideLink", href } as const)
  }
  const href = address.startsWith("/") ? inside(address, place) : null
  return href === null ? null : ({ _tag: "SiteLink", href } as const)
}

export const contentParts = (text: string, place: ContentPlace): ReadonlyArray<ContentPart> => {
  const parts: Array<ContentPart> = []
  let end = 0
  const leaveText = (until: number) => {
    if (until > end) parts.push({ _tag: "Text", text: text.slice(end, until), at: end })
  }
  for (const match of text.matchAll(LINK)) {
    const link = linkOf(match.groups?.["address"] ?? "", place)
    if (link === null) continue
    leaveText(match.index)
    parts.push({ ...link, text: match.groups?.["text"] ?? "", at: match.index })
    end = match.index + match[0].length
  }
  leaveText(text.length)
  return parts
}

/** The text without its links' addresses, for example for a description. */
export const plainText = (text: string, origin: string): string =>
  contentParts(text, { origin, tracking: {} })
    .map((part) => part.text)
    .join("")
