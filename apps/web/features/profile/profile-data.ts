/**
 * The data of a loaded profile (PROFILE-07): the performer, the language to chat in, and whether the data are
 * loaded. Pure.
 */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"

export interface ProfileData {
  readonly profile: PerformerProfile | null
  /** In the upstream API's notation; null: not loaded, or the performer lists no languages. */
  readonly chatLocale: string | null
  readonly isReady: boolean
}

const NOT_READY: ProfileData = { profile: null, chatLocale: null, isReady: false }

/** The visitor's language if the performer speaks it, else the performer's first language. */
export const chatLocale = (languages: ReadonlyArray<string>, locale: Locale): string | null =>
  languages.find((language) => language === locale) ?? languages[0] ?? null

export const profileData = (profile: PerformerProfile | undefined, locale: Locale): ProfileData =>
  profile === undefined
    ? NOT_READY
    : { profile, chatLocale: chatLocale(profile.languages, locale), isReady: true }
