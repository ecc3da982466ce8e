/** What a performer's status says (GRID-45 to GRID-48): the number is stored, its bits are asked. Pure. */
import { STATUS_BITS } from "./performer-attributes.ts"

export const OFFLINE = 0

/** Wherever a status is told: `onlineStatus` wins over `onlineState`, and none at all is offline. */
export const statusOf = (told: {
  readonly onlineStatus?: number | undefined
  readonly onlineState?: number | undefined
}): number => told.onlineStatus ?? told.onlineState ?? OFFLINE

const has = (bit: number) => (status: number) => (status & bit) !== 0

/** Every named state as a test. `live` is online and nothing else. */
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

export type DisplayStyle = "vip" | "free" | "online" | "offline"

/** In that priority (GRID-45); paused looks online and says that it is a pause. */
export const displayStyle = (status: number): DisplayStyle => {
  if (STATUS_TESTS.vip(status)) return "vip"
  if (STATUS_TESTS.free(status)) return "free"
  return STATUS_TESTS.online(status) ? "online" : "offline"
}

export type NamedStatus = "vip" | "free" | "pause" | "live" | "offline"

/** The one word for a card: what a visitor can do there now. */
export const namedStatus = (status: number): NamedStatus => {
  if (STATUS_TESTS.vip(status)) return "vip"
  if (STATUS_TESTS.free(status)) return "free"
  if (STATUS_TESTS.pause(status)) return "pause"
  return STATUS_TESTS.online(status) ? "live" : "offline"
}

/** Any code but none is a toy that tips reach. */
export const hasToy = (cybertoy: number): boolean => cybertoy !== 0
