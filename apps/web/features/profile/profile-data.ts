/**
 * What a loaded profile sets (PROFILE-07): whom it is about, the language to chat in, and that the data are
 * there. Pure.
 */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"

export interface ProfileData {
  readonly profile: PerformerProfile | null
  /** As upstream names languages; null: not loaded, or the performer tells none. */
  readonly chatLocale: string | null
  readonly isReady: boolean
}

const NOT_READY: ProfileData = { profile: null, chatLocale: null, isReady: false }

/** The visitor's language where the performer speaks it, else the first that the performer tells. */
export const chatLocale = (languages: ReadonlyArray<string>, locale: Locale): string | null =>
  languages.find((language) => language === locale) ?? languages[0] ?? null

export const profileData = (profile: PerformerProfile | undefined, locale: Locale): ProfileData =>
  profile === undefined
    ? NOT_READY
    : { profile, chatLocale: chatLocale(profile.languages, locale), isReady: true }
