/**
 * Where stream/background-room.tsx, whose script loads later than the shell's, puts the component that
 * shell/background-room-outlet.tsx renders on every page.
 */
import type { ComponentType } from "react"

export const backgroundRoomSlot: { Component: ComponentType | null } = { Component: null }
