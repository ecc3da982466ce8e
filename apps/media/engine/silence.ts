/** When a session is over without a word: the library itself would notice after half a minute. Pure. */
export interface SessionActivity {
  readonly openedAtMs: number
  /** Null: nothing yet. */
  readonly lastAtMs: number | null
}

const UNTIL_FIRST_MS = 10_000
const SILENCE_MS = {
  /** Of a publisher's RTP. */
  publish: 5_000,
  /** Of a viewer's RTCP, which comes every few seconds. */
  watch: 10_000,
} as const

/** A connection is there sooner, also over a bad line. */
const GIVES_WAY_AFTER_MS = 2_000

/** Whether it gives its place to another where there is none left: offers alone cost their senders nothing. */
export const mayBeReplaced = (
  { openedAtMs, isConnected }: { readonly openedAtMs: number; readonly isConnected: boolean },
  atMs: number,
): boolean => !isConnected && atMs - openedAtMs >= GIVES_WAY_AFTER_MS

export const isSilent = (
  side: keyof typeof SILENCE_MS,
  { openedAtMs, lastAtMs }: SessionActivity,
  atMs: number,
): boolean =>
  lastAtMs === null ? atMs - openedAtMs >= UNTIL_FIRST_MS : atMs - lastAtMs >= SILENCE_MS[side]
