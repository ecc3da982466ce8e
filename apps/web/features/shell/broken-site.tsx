/**
 * In the place of the whole site where it failed again and again: what happened, the ways on, and the room that this
 * document is in, with what it costs and an end to it.
 */
"use no memo"

import { BrokenPage } from "../site/error-page.tsx"
import { BackgroundRoomOutlet } from "./background-room-outlet.tsx"
import "./site-shell.css"

export function BrokenSite() {
  return (
    <>
      <BrokenPage />
      <div className="site-notices">
        <BackgroundRoomOutlet />
      </div>
    </>
  )
}
