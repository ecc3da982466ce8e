/** The meaning of a performer's status (GRID-45 to GRID-48): the number is stored, its bits are tested. Pure. */
import { STATUS_BITS } from "./performer-attributes.ts"

export const OFFLINE = 0

/** `onlineStatus` takes precedence over `onlineState`; without both the performer is offline. */
export const statusOf = (told: {
  readonly onlineStatus?: number | undefined
  readonly onlineState?: number | undefined
}): number => told.onlineStatus ?? told.onlineState ?? OFFLINE

const has = (bit: number) => (status: number) => (status & bit) !== 0

/** A test for every named state. `live` is online and nothing else. */
export const STATUS_TESTS = {
  online: has(STATUS_BITS.live),
  live: (status: number) => status === STATUS_BITS.live,
  vip: has(STATUS_BITS.vip),
  free: has(STATUS_BITS.free),
  pause: has(STATUS_BITS.pause),
  offline: (status: number) => status === OFFLINE,
} as const satisfies Readonly<Record<string, (status: number) => boolean>>
export type StatusName = keyof typeof STATUS_TESTS

export const isOnline = STATUS_TESTS.online

/** Whether one can go and watch now: she is there, and neither in VIP nor in a pause. */
export const isWatchable = (status: number): boolean =>
  isOnline(status) && !STATUS_TESTS.vip(status) && !STATUS_TESTS.pause(status)

export type DisplayStyle = "vip" | "free" | "online" | "offline"

/** In this priority (GRID-45); a paused performer has the online style, and the label says pause. */
export const displayStyle = (status: number): DisplayStyle => {
  if (STATUS_TESTS.vip(status)) return "vip"
  if (STATUS_TESTS.free(status)) return "free"
  return STATUS_TESTS.online(status) ? "online" : "offline"
}

export type NamedStatus = "vip" | "free" | "pause" | "live" | "offline"

/** The one word on a card: what a visitor can do there now. */
export const namedStatus = (status: number): NamedStatus => {
  if (STATUS_TESTS.vip(status)) return "vip"
  if (STATUS_TESTS.free(status)) return "free"
  if (STATUS_TESTS.pause(status)) return "pause"
  return STATUS_TESTS.online(status) ? "live" : "offline"
}

/** Any code except 0 is a toy that tips control. */
export const hasToy = (cybertoy: number): boolean => cybertoy !== 0
