/** When a session is over although nobody said so: the library would notice after half a minute. Pure. */
export interface SessionActivity {
  readonly openedAtMs: number
  /** When its last packet arrived; null before the first. */
  readonly lastAtMs: number | null
}

const FIRST_PACKET_MS = 10_000
const SILENCE_MS = {
  /** Without RTP. */
  publish: 5_000,
  /** Without RTCP, which a viewer sends every few seconds. */
  watch: 10_000,
} as const

/** Connecting takes less, also over a bad line. */
const REPLACEABLE_AFTER_MS = 2_000

/** Whether a session may end for a new one in a full engine: an offer without a connection costs its sender nothing. */
export const mayBeReplaced = (
  { openedAtMs, isConnected }: { readonly openedAtMs: number; readonly isConnected: boolean },
  atMs: number,
): boolean => !isConnected && atMs - openedAtMs >= REPLACEABLE_AFTER_MS

export const isSilent = (
  side: keyof typeof SILENCE_MS,
  { openedAtMs, lastAtMs }: SessionActivity,
  atMs: number,
): boolean =>
  lastAtMs === null ? atMs - openedAtMs >= FIRST_PACKET_MS : atMs - lastAtMs >= SILENCE_MS[side]
