/** A loaded profile: the stage with its navigation and tabs, the aside, and the areas below. */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { useSimilarPerformers } from "../performers/use-similar.ts"
import { usePerformersShown } from "../performers/use-performers-shown.ts"
import { GalleryOverlay } from "./gallery-overlay.tsx"
import { InfoArea } from "./info-area.tsx"
import { AlbumsArea, MediaArea, VideosArea } from "./media-areas.tsx"
import { PerformerNavigation } from "./performer-navigation.tsx"
import { ProfileAside } from "./profile-aside.tsx"
import type { SimilarAreaProps } from "./similar-area.tsx"
import { Stream } from "../stream/stream.tsx"
import { useAreas } from "./use-areas.ts"
import { useRecent } from "./use-recent.ts"
import { useGallery } from "./use-gallery.ts"

export interface ProfileViewProps {
  readonly profile: PerformerProfile
  /** In the upstream API's notation; null: unknown. */
  readonly chatLocale: string | null
  /** Milliseconds: the time at which the data was current. */
  readonly now: number
  /** Whether the last refresh failed. */
  readonly isStale: boolean
  readonly isAsking: boolean
  readonly onRetry: () => void
  /** Whether the page came with the profile. */
  readonly cameWithPage: boolean
}

/** Whole rows of two, three and six columns. */
const MOST_SIMILAR = 6

/** The cards' script, which who came from a list has. */
const similarArea = lazyOverlay<SimilarAreaProps>(
  async () => (await import("./similar-area.tsx")).SimilarArea,
)

export function ProfileView(props: ProfileViewProps) {
  const { profile, chatLocale, now, isStale, isAsking, onRetry, cameWithPage } = props
  const { performerId, username } = profile
  const gallery = useGallery(profile)
  const hasAreas = useAreas({
    onlineStatus: profile.onlineStatus,
    cameWithPage,
    isLookedAt: gallery.isAsked,
  })
  const similar = useSimilarPerformers(profile, MOST_SIMILAR, hasAreas)
  useRecent(performerId)
  usePerformersShown([performerId, ...similar.performers.map((one) => one.performerId)])
  return (
    <div className="profile">
      {isStale && (
        <Banner
          tone="warning"
          className="profile__stale"
          action={
            <Button isPending={isAsking} onPress={onRetry}>
              {m.profile_retry()}
            </Button>
          }
        >
          {m.profile_stale()}
        </Banner>
      )}
      <div className="stage">
        <PerformerNavigation profile={profile} />
        <Stream profile={profile} now={now} chatLocale={chatLocale} />
      </div>
      <div className="site-width profile__columns">
        <ProfileAside profile={profile} />
        {hasAreas ? (
          <div className="profile__areas">
            <InfoArea profile={profile} />
            <VideosArea profile={profile} />
            <MediaArea profile={profile} show={gallery.show} />
            <AlbumsArea profile={profile} show={gallery.show} />
          </div>
        ) : (
          <div className="profile__areas profile__areas--coming" />
        )}
      </div>
      {similar.performers.length > 0 && (
        <LazyBoundary>
          <similarArea.Component similar={similar} />
        </LazyBoundary>
      )}
      <GalleryOverlay performerId={performerId} username={username} {...gallery} />
    </div>
  )
}
