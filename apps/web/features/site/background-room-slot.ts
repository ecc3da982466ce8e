/**
 * What is shown of a room on every page. Its script comes later than the shell, and with it what there is to show: it
 * puts itself here. shell/room-slot.tsx shows it, stream/background-room.tsx is it.
 */
import type { ComponentType } from "react"

export const backgroundRoomSlot: { Component: ComponentType | null } = { Component: null }
