/** The parts of a backend that take payments and calls, over a database; nothing is told, mailed or asked of a bank. */
import { Deferred, Effect, Layer, Logger, Result, type Scope } from "effect"
import { Server } from "socket.io"
import { ChatRooms } from "@foldcast/backend/chat/room-service/chat-rooms"
import { BackendConfig, readBackendConfig } from "@foldcast/backend/config"
import { SqlDatabase } from "@foldcast/backend/db/database"
import { type DatabaseChoice, openDatabase } from "@foldcast/backend/db/open-database"
import { ListeningAt } from "@foldcast/backend/http/listening-address"
import { BackendIds } from "@foldcast/backend/ids"
import { MailSender } from "@foldcast/backend/mail/mail-sender"
import { AttemptLimits } from "@foldcast/backend/members/attempt-limits"
import { CallTokens } from "@foldcast/backend/members/call-tokens"
import { KeyedHashes } from "@foldcast/backend/members/keyed-hashes"
import { OutboxRelay } from "@foldcast/backend/outbox/relay"
import { Refunds } from "@foldcast/backend/payments/refunds"
import { PhoneInstructions } from "@foldcast/backend/phone/instructions"
import { PhoneCalls } from "@foldcast/backend/phone/phone-calls"
import { MemberSocketServer } from "@foldcast/backend/sockets/member-sockets"
import { PHONE_NUMBERS } from "./payment-steps.ts"

const config = Result.getOrThrow(readBackendConfig({ PHONE_NUMBERS }))

const silent = Layer.mergeAll(
  Layer.succeed(BackendConfig, config),
  Layer.succeed(OutboxRelay, OutboxRelay.of({ wake: Effect.void })),
  Layer.succeed(Refunds, Refunds.of({ wake: Effect.void })),
  MailSender.silent,
  Layer.mock(MemberSocketServer, {
    // Never attached to a server, and so never closed.
    io: new Server(),
    isConnected: () => false,
    emit: () => undefined,
    onConnect: () => undefined,
    onDisconnect: () => undefined,
  }),
  Layer.mock(ChatRooms, {
    endCallSessions: () => Effect.void,
    watchedCalls: () => new Set<string>(),
    isHeld: () => false,
    visited: () => [],
    recentLines: () => [],
    release: () => undefined,
    onHost: () => undefined,
    host: (performerId) => {
      throw new Error(`${performerId} has no room here`)
    },
  }),
  CallTokens.layer(config.tokenSecrets),
  Layer.effect(
    ListeningAt,
    Effect.tap(Deferred.make<string>(), (address) =>
      Deferred.succeed(address, "http://127.0.0.1:3100"),
    ),
  ),
  BackendIds.layer,
  Logger.layer([]),
)

export const paymentsBackend = <E>(database: Effect.Effect<DatabaseChoice, E, Scope.Scope>) =>
  Layer.mergeAll(PhoneCalls.layer, PhoneInstructions.layer, AttemptLimits.layer).pipe(
    Layer.provideMerge(KeyedHashes.layer(config)),
    Layer.provideMerge(Layer.effect(SqlDatabase, Effect.flatMap(database, openDatabase))),
    Layer.provideMerge(silent),
  )
