/**
 * A slot for the work before a followed profile link is rendered; the stream's script fills it once it has loaded.
 * Rendering a page blocks the thread, so the page's first request is sent before it.
 */
import type { Locale } from "@foldcast/contracts/units"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"

interface FollowedProfile {
  /** Resolves once the request is on its way; undefined where nothing is sent. */
  ask: (username: string, locale: Locale, runtime: SiteRuntime) => Promise<unknown> | undefined
}

export const followedProfile: FollowedProfile = { ask: () => undefined }
