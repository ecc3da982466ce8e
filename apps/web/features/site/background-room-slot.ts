/**
 * A slot for the background room's component. stream/background-room.tsx loads after the shell and fills the slot;
 * shell/background-room-outlet.tsx renders it on every page.
 */
import type { ComponentType } from "react"

export const backgroundRoomSlot: { Component: ComponentType | null } = { Component: null }
