/**
 * What is done before a profile is drawn whose link was followed, once the stream's script is here to say it.
 * Drawing a page lets nothing else through, so what it would ask for first is sent before.
 */
import type { Locale } from "@foldcast/contracts/units"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"

interface FollowedProfile {
  /** Answers when that is on its way; undefined where nothing is sent. */
  ask: (username: string, locale: Locale, runtime: SiteRuntime) => Promise<unknown> | undefined
}

export const followedProfile: FollowedProfile = { ask: () => undefined }
