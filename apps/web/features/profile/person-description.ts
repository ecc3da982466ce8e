/**
 * The description of a profile for search engines and shared links: neutral, and only with pictures that may be
 * shown anywhere. Pure.
 */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { imageUrlAt } from "@foldcast/rules/image-url"
import { parsedUrl } from "@foldcast/rules/parsed-url"
import type { StructuredThing } from "../site/structured-data.tsx"
import { languageTag } from "../performers/spoken-languages.ts"

/** Characters. Source: SHELL-54. */
const MAX_DESCRIPTION = 160

/** Cuts between words. */
export const shortened = (text: string, length: number = MAX_DESCRIPTION): string => {
  const words = text.trim().replaceAll(/\s+/gu, " ")
  if (words.length <= length) return words
  const cut = words.slice(0, length - 1)
  const end = cut.lastIndexOf(" ")
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s.,;:!?]+$/u, "")}…`
}

export const profileDescription = (
  name: string,
  brand: string,
  profile: PerformerProfile | null,
): string => {
  const told = profile?.details.description?.trim() ?? ""
  return shortened(
    told === "" ? m.profile_description({ name, brand }) : m.profile_described({ name, told }),
  )
}

/** The picture of a shared link: always the one for no-nude mode; null where there is none. */
export const sharedPicture = ({ nonude }: PerformerProfile, origin: string): string | null =>
  nonude === null ? null : (parsedUrl(imageUrlAt(nonude.url, "1200x630"), origin)?.href ?? null)

export interface Described {
  readonly profile: PerformerProfile
  readonly description: string
  /** The page's own address. */
  readonly url: string
  readonly origin: string
}

/** The structured data for search engines. */
export const describedPerson = ({
  profile,
  description,
  url,
  origin,
}: Described): StructuredThing => {
  const image = sharedPicture(profile, origin)
  const person = {
    "@type": "Person",
    name: profile.username,
    url,
    description,
    ...(image !== null && { image }),
    ...(profile.languages.length > 0 && { knowsLanguage: profile.languages.map(languageTag) }),
  }
  return { "@type": "ProfilePage", url, mainEntity: person }
}
