/**
 * How often an account or an address may try. Kept in memory: a restart forgives, a flood cannot fill
 * anything. An IPv6 address counts by its /64, which one subscriber holds whole.
 */
import { isIPv6 } from "node:net"
import { Clock, Context, Effect, Layer } from "effect"
import type { Limits } from "../config.ts"
import { Refused } from "../http/refused.ts"
import { AttemptWindow } from "./attempt-window.ts"

export type Limit = keyof Limits

export interface Try {
  readonly limit: Limit
  readonly name: string
}

export interface AttemptLimitsShape {
  /** Counts all the tries, or refuses and counts none. */
  readonly take: (...tries: ReadonlyArray<Try>) => Effect.Effect<void, Refused>
  readonly giveBack: (...tries: ReadonlyArray<Try>) => Effect.Effect<void>
}

const groupsOf = (part: string) => (part === "" ? [] : part.split(":"))

/** The first four groups of an IPv6 address, written in full; any other address as it is. */
export const addressName = (address: string): string => {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = "", tail = ""] = (address.split("%")[0] ?? "").toLowerCase().split("::")
  const before = groupsOf(head)
  const after = groupsOf(tail)
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0")
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/u, ""))
    .join(":")
}

export class AttemptLimits extends Context.Service<AttemptLimits, AttemptLimitsShape>()(
  "backend/AttemptLimits",
) {
  static readonly layer = (limits: Limits) =>
    Layer.sync(AttemptLimits, () => {
      const windows: Readonly<Record<Limit, AttemptWindow>> = {
        failedLogInsPerAccount: new AttemptWindow(limits.failedLogInsPerAccount),
        failedLogInsPerAddress: new AttemptWindow(limits.failedLogInsPerAddress),
        registrationsPerAddress: new AttemptWindow(limits.registrationsPerAddress),
        passwordResetsPerAccount: new AttemptWindow(limits.passwordResetsPerAccount),
        passwordResetsPerAddress: new AttemptWindow(limits.passwordResetsPerAddress),
        verificationMailsPerAccount: new AttemptWindow(limits.verificationMailsPerAccount),
      }
      const giveBackAt = (tries: ReadonlyArray<Try>, now: number) => {
        for (const { limit, name } of tries) windows[limit].giveBack(name, now)
      }
      return AttemptLimits.of({
        take: Effect.fnUntraced(function* (...tries: ReadonlyArray<Try>) {
          const now = yield* Clock.currentTimeMillis
          for (const [index, { limit, name }] of tries.entries()) {
            const waitMs = windows[limit].take(name, now)
            if (waitMs === 0) continue
            giveBackAt(tries.slice(0, index), now)
            return yield* new Refused({
              status: 429,
              label: "tooManyAttempts",
              retryAfterSeconds: Math.ceil(waitMs / 1_000),
            })
          }
        }),
        giveBack: (...tries) =>
          Effect.map(Clock.currentTimeMillis, (now) => giveBackAt(tries, now)),
      })
    })
}
