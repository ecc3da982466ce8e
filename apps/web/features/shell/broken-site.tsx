/**
 * Replaces the whole site after repeated failures: an explanation, the actions, and the room that this document is
 * in, with its cost and a button to leave it.
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
