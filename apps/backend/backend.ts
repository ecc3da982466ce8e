/** Starts and stops the whole backend: for the process (main.ts), the launcher and tests. */
import { Cause, Clock, Effect, Exit, Layer, Schedule, Scope } from "effect"
import { BackendConfig, type BackendConfigShape } from "./config.ts"
import { SqlDatabase } from "./db/database.ts"
import { DatabaseSpace } from "./db/database-space.ts"
import { databaseLayer } from "./db/open-database.ts"
import { seedDemoMembers } from "./demo/demo-member.ts"
import { runDemoMessages } from "./demo/messages/demo-messages.ts"
import { runDemoWorld } from "./demo/performers/run-demo-world.ts"
import { loadDemoPerformers } from "./demo/performers/load-performers.ts"
import { demoLoops } from "./demo/rooms/demo-loops.ts"
import { runDemoHosts } from "./demo/rooms/demo-hosts.ts"
import { DeskPictures } from "./desk/desk-pictures.ts"
import { Desks } from "./desk/desks.ts"
import { StreamKeys } from "./desk/stream-keys.ts"
import { ListeningAt } from "./http/listening-address.ts"
import { serve } from "./server/server.ts"
import { BackendIds } from "./ids.ts"
import { LedgerWatch } from "./ledger/ledger-watch.ts"
import { mailLayer } from "./mail/mail-layer.ts"
import { Broadcasts } from "./chat/engine/broadcasts.ts"
import { StandInLoops } from "./chat/engine/stand-in-loops.ts"
import { FreeTimeAllowance } from "./chat/billing/free-time-allowance.ts"
import { StillStore } from "./chat/still-store.ts"
import { settleOrphanedSessions } from "./chat/billing/paid-sessions.ts"
import { ChatRooms } from "./chat/room-service/chat-rooms.ts"
import { AttemptLimits, deleteEndedWindows } from "./members/attempt-limits.ts"
import { repeatDeletions } from "./account-deletion/repeat-deletions.ts"
import { DeletionList } from "./account-deletion/deletion-list.ts"
import { KeyedHashes } from "./members/keyed-hashes.ts"
import { LinkTokens } from "./members/link-tokens.ts"
import { Passwords } from "./members/passwords.ts"
import { deleteEndedChallenges } from "./members/passkey-store.ts"
import { ResetRequests } from "./members/reset-requests.ts"
import { CallTokens } from "./members/call-tokens.ts"
import { PhoneInstructions } from "./phone/instructions.ts"
import { PhoneCalls } from "./phone/phone-calls.ts"
import { deleteOldIvrSessions, watchCalls } from "./phone/watch-calls.ts"
import { memberHandshake } from "./members/socket-handshake.ts"
import { Tokens } from "./members/tokens.ts"
import { outboxRelayLayer } from "./outbox/relay.ts"
import { Refunds } from "./payments/refunds.ts"
import { expireStaleSessions } from "./payments/expire-stale-sessions.ts"
import { PictureRenderer } from "./media/picture-renderer.ts"
import { recomputeMemberKeys } from "./members/recompute-member-keys.ts"
import { recomputeLooks } from "./performers/performer-looks.ts"
import { recomputePlainNames } from "./performers/searched-names.ts"
import { eraseReports } from "./safety/erase-reports.ts"
import { keepTime } from "./steady-clock.ts"
import { steadyRound } from "./steady-round.ts"
import { ChatSocketServer } from "./sockets/chat-sockets.ts"
import { MemberSocketServer } from "./sockets/member-sockets.ts"

/** Ids, and as references the clock and the loggers. */
export type BackendDeps = Layer.Layer<BackendIds>

const services = (config: BackendConfigShape, deps: BackendDeps) =>
  Layer.mergeAll(
    Layer.mergeAll(DeskPictures.layer, StreamKeys.layer).pipe(Layer.provideMerge(Desks.layer)),
    LedgerWatch.layer,
    ResetRequests.layer,
    PhoneCalls.layer,
    PhoneInstructions.layer,
  ).pipe(
    Layer.provideMerge(StillStore.layer),
    Layer.provideMerge(ChatRooms.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        outboxRelayLayer,
        Refunds.layer,
        ChatSocketServer.layer,
        FreeTimeAllowance.layer,
        Broadcasts.layer,
      ),
    ),
    Layer.provideMerge(
      config.demo
        ? demoLoops({
            directory: config.pictures.directory,
            hasCheckCode: config.demoCheckCode,
          })
        : StandInLoops.none,
    ),
    Layer.provideMerge(
      Layer.mergeAll(
        MemberSocketServer.layer(memberHandshake),
        mailLayer(config),
        AttemptLimits.layer,
      ),
    ),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.mergeAll(
          DatabaseSpace.layer(config.database, config.minFreeBytes),
          KeyedHashes.layer(config),
        ).pipe(Layer.provideMerge(databaseLayer(config.database))),
        Tokens.layer({
          secrets: config.tokenSecrets,
          ttlMs: config.tokenTtlMs,
          sessionMs: config.sessionMs,
        }),
        CallTokens.layer(config.tokenSecrets),
        Passwords.layer(config.hashConcurrency),
        LinkTokens.layer(config),
        DeletionList.layer(config.deletedAccountsFile),
        PictureRenderer.layer(config.pictures),
        ListeningAt.layer,
      ),
    ),
    Layer.provideMerge(Layer.succeed(BackendConfig, config)),
    Layer.provideMerge(deps),
  )

const sweep = expireStaleSessions().pipe(
  Effect.andThen(Effect.flatMap(SqlDatabase, deleteEndedWindows)),
  Effect.andThen(
    Effect.gen(function* () {
      yield* deleteEndedChallenges(yield* SqlDatabase, new Date(yield* Clock.currentTimeMillis))
    }),
  ),
  Effect.andThen(deleteOldIvrSessions),
  Effect.andThen(eraseReports()),
  Effect.catch((error) => Effect.logWarning("the sweep waits", { reason: error.message })),
  steadyRound("the sweep"),
  Effect.repeat(Schedule.spaced("1 minute")),
)

const program = Effect.gen(function* () {
  const { demo, demoSeed, demoAt, phone } = yield* BackendConfig
  yield* keepTime
  yield* settleOrphanedSessions
  yield* repeatDeletions
  yield* recomputeMemberKeys
  yield* recomputeLooks
  yield* recomputePlainNames
  if (demo) {
    yield* seedDemoMembers()
    yield* loadDemoPerformers(demoSeed, demoAt)
    yield* runDemoHosts(demoSeed, demoAt !== null)
    const { isHeld, moveTo } = yield* ChatRooms
    const speaksFirst = demoAt === null
    yield* Effect.forkScoped(runDemoMessages({ seed: demoSeed, isHeld }, speaksFirst))
    if (demoAt === null) yield* Effect.forkScoped(runDemoWorld(demoSeed, moveTo))
  }
  yield* Effect.forkScoped(sweep)
  if (phone.lines.length > 0) yield* watchCalls
  const url = yield* serve
  yield* Effect.logInfo("the backend listens", { url })
  return url
})

/** Runs until the scope closes; answers the address at which it listens. */
export const backend = (config: BackendConfigShape, deps: BackendDeps = BackendIds.layer) =>
  Effect.flatMap(Layer.build(services(config, deps)), (context) => Effect.provide(program, context))

export interface RunningBackend {
  /** `http://127.0.0.1:3100` */
  readonly url: string
  /** Waits for what is running, then closes the database. */
  readonly close: () => Promise<void>
}

/** Rejects with a sentence that says why it cannot start. */
export const startBackend = async (
  config: BackendConfigShape,
  deps: BackendDeps = BackendIds.layer,
): Promise<RunningBackend> => {
  const scope = Scope.makeUnsafe()
  const started = await Effect.runPromiseExit(Scope.provide(backend(config, deps), scope))
  if (Exit.isFailure(started)) {
    await Effect.runPromise(Scope.close(scope, started))
    throw Cause.squash(started.cause)
  }
  return {
    url: started.value,
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
