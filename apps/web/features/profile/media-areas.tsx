/** A profile's media besides the stream: videos, pictures, albums (PROFILE-04). */
import type { Album, PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { imageUrlAt } from "@foldcast/rules/image-url"
import { Button } from "@foldcast/ui/button.tsx"
import { classNames } from "@foldcast/ui/class-names"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { isNoNude } from "../performers/performer-picture.tsx"
import { shownPicture } from "../performers/shown-picture.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { albumsResource } from "./album-resources.ts"
import { GalleryThumb } from "./gallery-thumb.tsx"
import { profileItems } from "./gallery-items.ts"
import type { Gallery } from "./use-gallery.ts"

interface AreaProps {
  readonly profile: PerformerProfile
  readonly show: Gallery["show"]
}

/**
 * Hidden in no-nude mode, because no video is made for that mode. The gateway decides whose videos may play
 * (gateway/performers/media-path.ts).
 */
export function VideosArea({ profile }: Pick<AreaProps, "profile">) {
  const isPlain = useSite(isNoNude)
  const { coverVideo, cover, picture, nonude, username: name } = profile
  if (coverVideo === null || isPlain) return null
  const poster = shownPicture({ picture: cover ?? picture, nonude }, isPlain)
  return (
    <section className="profile-area" data-area="videos" aria-labelledby="profile-videos">
      <h2 id="profile-videos">{m.profile_videos_heading()}</h2>
      {/* A silent video: there is no speech to caption. */}
      <video
        className="profile-video"
        src={coverVideo}
        poster={poster === null ? undefined : imageUrlAt(poster.url, "1280x720")}
        preload="none"
        controls
        muted
        playsInline
        width={1_280}
        height={720}
        aria-label={m.profile_video({ name })}
      />
    </section>
  )
}

export function MediaArea({ profile, show }: AreaProps) {
  const items = profileItems(profile, useSite(isNoNude))
  const locale = useLocale()
  if (items.length === 0) return null
  return (
    <section className="profile-area" data-area="media" aria-labelledby="profile-media">
      <h2 id="profile-media">{m.profile_media_heading()}</h2>
      <ul className="gallery-thumbs">
        {items.map(({ id, picture }, index) => (
          <li key={id}>
            <GalleryThumb
              picture={picture}
              label={m.gallery_open_picture({ number: formatCount(index + 1, locale) })}
              shows={{ albumId: null, page: index + 1 }}
              show={show}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AlbumsProps extends AreaProps {
  readonly albums: ReadonlyArray<Album>
}

function Albums({ profile, albums, show }: AlbumsProps) {
  // A cover has no variant for no-nude mode.
  const isPlain = useSite(isNoNude)
  const locale = useLocale()
  if (albums.length === 0) return <p>{m.profile_albums_empty({ name: profile.username })}</p>
  return (
    <ul className="gallery-thumbs">
      {albums.map(({ albumId, name, count, cover }) => {
        const photos = m.gallery_photos({ count, formatted: formatCount(count, locale) })
        return (
          <li key={albumId}>
            <GalleryThumb
              picture={isPlain ? null : cover}
              label={m.gallery_open_album({ album: name, photos })}
              shows={{ albumId, page: 1 }}
              show={show}
            >
              <span className="gallery-thumb__name">{name}</span>
              <span className="gallery-thumb__count tabular">{photos}</span>
            </GalleryThumb>
          </li>
        )
      })}
    </ul>
  )
}

export function AlbumsArea({ profile, show }: AreaProps) {
  const answer = useAnswer(albumsResource(profile.performerId, useLocale()))
  // An area that is still loading needs script to ever show.
  const isComing = answer.data === undefined && !answer.isError
  return (
    <section
      className={classNames("profile-area", isComing && "needs-script")}
      data-area="albums"
      aria-labelledby="profile-albums"
    >
      <h2 id="profile-albums">{m.profile_albums_heading()}</h2>
      {answer.data !== undefined ? (
        <Albums profile={profile} show={show} albums={answer.data.albums} />
      ) : answer.isError ? (
        <div className="profile-failed">
          <p>{m.profile_albums_failed()}</p>
          <Button
            isPending={answer.isFetching}
            onPress={() => {
              void answer.refetch()
            }}
          >
            {m.profile_retry()}
          </Button>
        </div>
      ) : (
        <SkeletonGroup label={m.profile_albums_loading()}>
          <div className="gallery-thumbs">
            <Skeleton className="gallery-thumb__picture" />
            <Skeleton className="gallery-thumb__picture" />
          </div>
        </SkeletonGroup>
      )}
    </section>
  )
}
