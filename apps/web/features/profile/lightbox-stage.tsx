/** The picture itself, or a message while there is none. */
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import type { GalleryItem } from "./gallery.ts"
import type { AlbumQuery } from "./use-album.ts"
import type { ZoomedStage } from "./use-zoom.ts"
import { isWhole, type Zoom } from "./zoom.ts"

function NoPicture({ album }: { readonly album: AlbumQuery }) {
  if (album.isError && !album.isFetching) {
    return (
      <div className="lightbox__message" role="alert">
        <p>{m.gallery_failed()}</p>
        <Button
          variant="primary"
          onPress={() => {
            void album.refetch()
          }}
        >
          {m.profile_retry()}
        </Button>
      </div>
    )
  }
  if (album.fetchStatus === "paused") {
    return <p className="lightbox__message">{m.profile_without_network()}</p>
  }
  if (album.isSuccess) return <p className="lightbox__message">{m.gallery_empty()}</p>
  return (
    <div className="lightbox__message" role="status">
      <Spinner />
      <TextRun>{m.gallery_loading()}</TextRun>
    </div>
  )
}

interface PictureProps {
  readonly item: GalleryItem
  readonly alt: string
  readonly zoom: Zoom
}

function ZoomedPicture({ item: { picture, width, height }, alt, zoom }: PictureProps) {
  return (
    <img
      className="lightbox__picture"
      src={picture.url}
      alt={alt}
      width={width ?? undefined}
      height={height ?? undefined}
      draggable={false}
      // The colour is a placeholder for the picture, so it goes once the picture has loaded.
      onLoad={({ currentTarget }) => {
        currentTarget.style.backgroundColor = "transparent"
      }}
      style={{
        backgroundColor: picture.colour ?? undefined,
        transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
      }}
    />
  )
}

export interface LightboxStageProps {
  readonly item: GalleryItem | undefined
  readonly alt: string
  readonly album: AlbumQuery
  readonly stage: Pick<ZoomedStage, "attach" | "zoom" | "handlers">
}

export function LightboxStage({ item, alt, album, stage }: LightboxStageProps) {
  const { attach, zoom, handlers } = stage
  return (
    <div
      ref={attach}
      className="lightbox__stage"
      data-whole={isWhole(zoom)}
      {...(item !== undefined && handlers)}
    >
      {item === undefined ? (
        <NoPicture album={album} />
      ) : (
        <ZoomedPicture key={item.id} item={item} alt={alt} zoom={zoom} />
      )}
    </div>
  )
}
