/**
 * The parts of the document's head that depend on the performer: the description, the picture of a shared link,
 * and, if the page came with the profile, its structured data. React moves the first two into the head, on the
 * server too.
 */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { canonicalHref } from "../../language-links.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { StructuredData } from "../site/structured-data.tsx"
import { usePageLocation } from "../site/use-page-location.ts"
import { describedPerson, profileDescription, sharedPicture } from "./person-description.ts"

export interface ProfileHeadProps {
  readonly name: string
  /** Null until it has loaded. */
  readonly profile: PerformerProfile | null
  /** Whether the page came with the profile: search engines do not read data that are added later. */
  readonly cameWithPage: boolean
}

export function ProfileHead({ name, profile, cameWithPage }: ProfileHeadProps) {
  const { brand, locale, origin } = usePageFrame()
  const { pathname: path } = usePageLocation()
  const description = profileDescription(name, brand.name, profile)
  const url = canonicalHref(origin, path, locale)
  const picture = profile === null ? null : sharedPicture(profile, origin)
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="profile" />
      <meta property="og:title" content={m.profile_title({ name, brand: brand.name })} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={brand.name} />
      {picture !== null && (
        <>
          <meta property="og:image" content={picture} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:alt" content={name} />
        </>
      )}
      {cameWithPage && profile !== null && (
        <StructuredData thing={describedPerson({ profile, description, url, origin })} />
      )}
    </>
  )
}
