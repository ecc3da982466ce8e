/** What a session of the store, opened, says at a time. Pure. */
import { Option } from "effect"
import type { LogOutReason } from "@foldcast/contracts/stream/account"
import type { OwnerId } from "../log/visit-header.ts"
import {
  RENEWAL_AFTER_MS,
  type ResolvedSession,
  SESSION_LIFE_MS,
  type Session,
} from "../sessions/session-store.ts"
import type { HeldSession } from "./session-cache.ts"

/**
 * After which ends the browser still counts as the member's own: where they left, not where they were put
 * out, and not where somebody else came.
 */
export const REMEMBERS_MEMBER: Readonly<Record<LogOutReason, boolean>> = {
  requested: true,
  expired: true,
  forbidden: false,
  replaced: false,
  deleted: false,
}

export const guestSession = (owner: OwnerId): Session => ({
  owner,
  member: null,
  call: null,
  ageChecked: false,
})

const isOver = ({ renewedAt }: Pick<HeldSession, "renewedAt">, now: number): boolean =>
  renewedAt + SESSION_LIFE_MS <= now

const sessionOf = ({ owner, member, call, ageChecked }: HeldSession): Session => ({
  owner,
  member,
  call,
  ageChecked,
})

export const isHeldSessionPresent = (held: HeldSession | null | undefined, now: number): boolean =>
  held !== null && held !== undefined && !isOver(held, now)

export const presentSession = (held: HeldSession | null, now: number): Option.Option<Session> =>
  held === null || isOver(held, now) ? Option.none() : Option.some(sessionOf(held))

/** The session that this cookie proves now. */
export const provenSession = (
  held: HeldSession | null,
  hash: string,
  now: number,
): Option.Option<ResolvedSession> => {
  if (held === null) return Option.none()
  const cookie = held.cookies.find((one) => one.hash === hash)
  if (cookie === undefined || isOver(held, now)) return Option.none()
  const { retiresAt } = cookie
  if (retiresAt !== null && retiresAt <= now) return Option.none()
  const isCurrent = retiresAt === null
  return Option.some({
    ...sessionOf(held),
    cookie: isCurrent ? "current" : "retiring",
    renewalDue: isCurrent && held.renewedAt + RENEWAL_AFTER_MS <= now,
  })
}
