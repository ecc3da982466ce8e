/**
 * The gallery lightbox (product spec B, section 2): pictures one at a time over the whole screen. Arrows, Home
 * and End turn the pages, plus and minus look closer, Escape closes; over a picture seen closer the arrows
 * move it.
 */
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useEffect } from "react"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { FullScreen } from "@foldcast/ui/full-screen.tsx"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { isNoNude } from "../performers/performer-picture.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { albumResource } from "./album-resources.ts"
import { besides, type GalleryItem, type Turn, turned, turnOfKey } from "./gallery.ts"
import { albumItems } from "./gallery-items.ts"
import type { GalleryProps } from "./gallery-overlay.tsx"
import { LightboxAlbums, LightboxThumbs } from "./lightbox-thumbs.tsx"
import { useZoom } from "./use-zoom.ts"
import { isWhole, MAX_SCALE, type Place } from "./zoom.ts"
import "./lightbox.css"

/** Pixels that a key moves a picture. */
const MOVE_PX = 80
const MOVES: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: MOVE_PX, y: 0 },
  ArrowRight: { x: -MOVE_PX, y: 0 },
  ArrowUp: { x: 0, y: MOVE_PX },
  ArrowDown: { x: 0, y: -MOVE_PX },
}

const isRightToLeft = () => document.documentElement.dir === "rtl"

interface ActionProps {
  readonly label: string
  readonly isAtEnd?: boolean
  readonly className?: string
  readonly onPress: () => void
  readonly children: ReactNode
}

/** Never `disabled`: whoever pressed it last stays on it. */
function Action({ label, isAtEnd = false, className = "", onPress, children }: ActionProps) {
  return (
    <button
      type="button"
      className={`ui-button ui-button--quiet ui-button--icon ${className}`}
      aria-label={label}
      aria-disabled={isAtEnd}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

/** The pictures of the open album, once they are here. */
const useAlbum = ({ performerId, gallery, act }: GalleryProps) => {
  const { albumId, display } = gallery
  const noNude = useSite(isNoNude)
  const locale = useLocale()
  const isWanted = display && albumId !== null
  const answer = useAnswer(albumResource(performerId, albumId ?? "", locale), { isWanted })
  const { data } = answer
  useEffect(() => {
    if (data === undefined || albumId === null) return
    act({ _tag: "ItemsCame", albumId, items: albumItems(data, noNude) })
  }, [data, albumId, noNude, act])
  return answer
}

/** Asked for beforehand, so that a turn waits for nothing. */
const usePreloaded = (items: ReadonlyArray<GalleryItem>) => {
  const urls = items.map(({ picture }) => picture.url).join(" ")
  useEffect(() => {
    for (const url of urls === "" ? [] : urls.split(" ")) new Image().src = url
  }, [urls])
}

function NoPicture({ album }: { readonly album: ReturnType<typeof useAlbum> }) {
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
      {m.gallery_loading()}
    </div>
  )
}

export function Lightbox(props: GalleryProps) {
  const { username, gallery, act } = props
  const { display, pagination, page, items, albums, albumId } = gallery
  const locale = useLocale()
  const album = useAlbum(props)
  const item = items[page - 1]
  usePreloaded(display ? besides(gallery) : [])
  const turn = (to: Turn) => {
    controls.whole()
    act(turned(gallery, to))
  }
  const { attach, zoom, handlers, controls } = useZoom((to) => {
    if (pagination) turn((to === "left") !== isRightToLeft() ? "next" : "previous")
  })
  const title =
    albums.find((one) => one.albumId === albumId)?.name ?? m.gallery_of({ name: username })
  const counter = m.gallery_counter({
    page: formatCount(page, locale),
    total: formatCount(items.length, locale),
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const move = isWhole(zoom) ? undefined : MOVES[event.key]
    const to = turnOfKey(event.key, isRightToLeft())
    if (move !== undefined) controls.move(move)
    else if (to !== null && pagination) turn(to)
    else if (event.key === "+" || event.key === "=") controls.closer()
    else if (event.key === "-") controls.farther()
    else if (event.key === "0") controls.whole()
    else return
    event.preventDefault()
  }

  return (
    <FullScreen
      isOpen={display}
      label={title}
      onKeyDown={onKeyDown}
      onClose={() => {
        controls.whole()
        act({ _tag: "Closed" })
      }}
    >
      <header className="lightbox__bar">
        <p className="lightbox__title">{title}</p>
        <p className="lightbox__counter tabular" role="status">
          {item !== undefined && counter}
        </p>
        <Action label={m.gallery_farther()} isAtEnd={isWhole(zoom)} onPress={controls.farther}>
          <ZoomOut size={22} aria-hidden="true" />
        </Action>
        <Action
          label={m.gallery_closer()}
          isAtEnd={zoom.scale === MAX_SCALE}
          onPress={controls.closer}
        >
          <ZoomIn size={22} aria-hidden="true" />
        </Action>
        <Action
          label={m.gallery_close()}
          onPress={() => {
            act({ _tag: "Closed" })
          }}
        >
          <X size={22} aria-hidden="true" />
        </Action>
      </header>
      {albums.length > 1 && (
        <LightboxAlbums
          albums={albums}
          albumId={albumId}
          onChoose={(chosen) => {
            controls.whole()
            act({ _tag: "AlbumOpened", albumId: chosen, albums })
          }}
        />
      )}
      <div className="lightbox__middle">
        <div
          ref={attach}
          className="lightbox__stage"
          data-whole={isWhole(zoom)}
          {...(item !== undefined && handlers)}
        >
          {item === undefined ? (
            <NoPicture album={album} />
          ) : (
            <img
              key={item.id}
              className="lightbox__picture"
              src={item.picture.url}
              alt={m.gallery_picture({ name: username, counter })}
              width={item.width ?? undefined}
              height={item.height ?? undefined}
              draggable={false}
              // The colour stands in for the picture; beside it there is none.
              onLoad={({ currentTarget }) => {
                currentTarget.style.backgroundColor = "transparent"
              }}
              style={{
                backgroundColor: item.picture.colour ?? undefined,
                transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
              }}
            />
          )}
        </div>
        {pagination && (
          <>
            <Action
              label={m.gallery_previous()}
              className="lightbox__turn lightbox__turn--previous"
              onPress={() => {
                turn("previous")
              }}
            >
              <ChevronLeft size={28} aria-hidden="true" />
            </Action>
            <Action
              label={m.gallery_next()}
              className="lightbox__turn lightbox__turn--next"
              onPress={() => {
                turn("next")
              }}
            >
              <ChevronRight size={28} aria-hidden="true" />
            </Action>
          </>
        )}
      </div>
      {pagination && (
        <LightboxThumbs
          items={items}
          page={page}
          onChoose={(chosen) => {
            controls.whole()
            act({ _tag: "WentTo", page: chosen })
          }}
        />
      )}
    </FullScreen>
  )
}
