/**
 * Where the room that this document is in shows outside of its stream box, whose script has come before there is one.
 */
"use no memo"

import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../runtime/react.tsx"
import { backgroundRoomSlot } from "../site/background-room-slot.ts"

const hasRoom = ({ room }: SiteState) => room !== null

export function BackgroundRoomOutlet() {
  const { Component } = backgroundRoomSlot
  return useSite(hasRoom) && Component && <Component />
}
