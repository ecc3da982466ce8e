/** Renders stream/background-room.tsx on every page, once this document has been in a room. */
"use no memo"

import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../runtime/react.tsx"
import { backgroundRoomSlot } from "../site/background-room-slot.ts"

const hasRoom = ({ room }: SiteState) => room !== null

export function BackgroundRoomOutlet() {
  const { Component } = backgroundRoomSlot
  return useSite(hasRoom) && Component && <Component />
}
