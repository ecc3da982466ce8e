/**
 * The bar of paid time at the top of the screen while a window lies over the player: nobody pays without seeing what,
 * or without a way to end it. Windows make room for it (paid.css).
 */
import { useSyncExternalStore } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { PaidBar } from "./paid-bar.tsx"

const hasWindow = (): boolean => document.querySelector(".ui-overlay, .ui-full-screen") !== null

/** A window is a child of the body. */
const onWindows = (changed: () => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { childList: true })
  return () => {
    observer.disconnect()
  }
}
const NONE = () => false

export interface PaidStripProps {
  readonly room: RoomState
  readonly name: string
}

export function PaidStrip({ room, name }: PaidStripProps) {
  const isShown = useSyncExternalStore(onWindows, hasWindow, NONE)
  if (!isShown) return null
  return (
    <aside className="paid-bar paid-strip ui-dark" aria-label={m.mini_player({ name })}>
      <PaidBar room={room} name={name} />
    </aside>
  )
}
