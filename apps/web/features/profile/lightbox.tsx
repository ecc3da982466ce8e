/**
 * The gallery lightbox (PROFILE-09): one picture at a time over the whole screen. Arrows, Home and End turn to
 * another picture, plus and minus zoom, Escape closes; on a zoomed picture the arrows move it.
 */
import type { KeyboardEvent } from "react"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { FullScreen } from "@foldcast/ui/full-screen.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { besides, type Turn, turned } from "./gallery.ts"
import type { GalleryProps } from "./gallery-overlay.tsx"
import { LightboxBar } from "./lightbox-bar.tsx"
import { actionOfKey, type KeyAction } from "./lightbox-keys.ts"
import { LightboxStage } from "./lightbox-stage.tsx"
import { LightboxAlbums, LightboxThumbs } from "./lightbox-thumbs.tsx"
import { LightboxTurns } from "./lightbox-turns.tsx"
import { useAlbum, usePreloaded } from "./use-album.ts"
import { useZoom, type ZoomControls } from "./use-zoom.ts"
import "./lightbox.css"

const isRightToLeft = () => document.documentElement.dir === "rtl"

const perform = (action: KeyAction, controls: ZoomControls, turn: (to: Turn) => void): void => {
  switch (action._tag) {
    case "Move":
      controls.move(action.by)
      return
    case "Turn":
      turn(action.to)
      return
    case "Zoom":
      controls[action.how]()
  }
}

export function Lightbox(props: GalleryProps) {
  const { username, gallery, act, show, close } = props
  const { display, pagination, page, items, albums, albumId } = gallery
  const locale = useLocale()
  const album = useAlbum(props)
  const item = items[page - 1]
  usePreloaded(display ? besides(gallery) : [])
  const turn = (to: Turn) => {
    controls.whole()
    act(turned(gallery, to))
  }
  const stage = useZoom((to) => {
    if (pagination) turn((to === "left") !== isRightToLeft() ? "next" : "previous")
  })
  const { zoom, controls } = stage
  const title =
    albums.find((one) => one.albumId === albumId)?.name ?? m.gallery_of({ name: username })
  const counter = m.gallery_counter({
    page: formatCount(page, locale),
    total: formatCount(items.length, locale),
  })
  const onClose = () => {
    controls.whole()
    close()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOfKey(event, { zoom, pagination, isRightToLeft: isRightToLeft() })
    if (action === null) return
    perform(action, controls, turn)
    event.preventDefault()
  }

  return (
    <FullScreen isOpen={display} label={title} onKeyDown={onKeyDown} onClose={onClose}>
      <LightboxBar
        title={title}
        counter={item === undefined ? null : counter}
        zoom={zoom}
        controls={controls}
        onClose={onClose}
      />
      {albums.length > 1 && (
        <LightboxAlbums
          albums={albums}
          albumId={albumId}
          onChoose={(chosen) => {
            controls.whole()
            show({ albumId: chosen, page: 1 })
          }}
        />
      )}
      <div className="lightbox__middle">
        <LightboxStage
          item={item}
          alt={m.gallery_picture({ name: username, counter })}
          album={album}
          stage={stage}
        />
        {pagination && <LightboxTurns turn={turn} />}
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
