/** Expired tokens. test/stream/members.server.test.ts covers upstream events. */
import { it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import { Fatal } from "../fatal.ts"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { Pipeline } from "../pipeline.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { GatewayTime } from "../steady-clock.ts"
import { MemberSockets } from "../upstream/member-socket.ts"
import { Visits, VisitTable } from "../visits/registry.ts"
import { SessionEnder } from "./session-ender.ts"
import { MemberPresence } from "./member-presence.ts"
import { MemberProfiles } from "./member-profiles.ts"
import { MemberMessages } from "./member-messages.ts"
import { MemberRefresh } from "./member-refresh.ts"

const OWNER = "owner-1" as OwnerId
const EXPIRES_AT = 1_800_000_000_000
const ANNA: SessionMember = {
  memberId: "m-anna" as MemberId,
  username: "anna",
  verified: true,
  token: Redacted.make("token"),
  tokenExpiresAt: EXPIRES_AT,
}

it.effect("a session ends at the earliest of its limits, and not by a clock that is ahead", () => {
  let earliest = EXPIRES_AT - 1
  const ended: Array<string> = []
  const visits = new VisitTable()
  visits.begin(visitHeader("a", { owner: OWNER }), 1, 0)
  const layer = MemberPresence.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(Visits, visits),
        Layer.succeed(GatewayTime, {
          earliest: () => earliest,
          vouched: () => null,
          disputedMs: () => 0,
          isAtLeast: () => undefined,
        }),
        Layer.mock(SessionEnder, {
          of: (owner, reason) =>
            Effect.sync(() => {
              ended.push(`${owner} ${reason}`)
              return null
            }),
        }),
        Layer.mock(MemberSockets, { held: () => [] }),
        Layer.mock(Pipeline, {
          forgetAbsent: Effect.void,
          stamp: (member) => ({ member, at: 0 }),
          memberFrame: () => undefined,
          decodeChatFrame: () => null,
          roomFrame: () => undefined,
          submit: () => undefined,
        }),
        Layer.mock(MemberProfiles, { complete: () => Effect.void }),
        Layer.mock(MemberRefresh, {}),
        Layer.mock(MemberMessages, {}),
        Fatal.layer,
      ),
    ),
  )
  return Effect.gen(function* () {
    yield* TestClock.setTime(EXPIRES_AT + 31 * 86_400_000)
    const presence = yield* MemberPresence
    yield* presence.tokenChanged(OWNER, ANNA)
    const round = Effect.forkChild(presence.maintain).pipe(
      Effect.tap(() => TestClock.adjust(1)),
      Effect.flatMap(Fiber.join),
    )
    yield* round
    expect(ended).toEqual([])
    earliest = EXPIRES_AT
    yield* round
    yield* round
    expect(ended).toEqual([`${OWNER} expired`])
  }).pipe(Effect.provide(layer))
})
