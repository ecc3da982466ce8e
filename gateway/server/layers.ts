/**
 * Composes the gateway's services as one layer. Everything nondeterministic and everything with disk or network
 * access is a layer of its own, so that a test can replace just that.
 */
import { join } from "node:path"
import { Duration, Effect, Layer } from "effect"
import { Brands } from "../brand/brands.ts"
import { CallPresence } from "../callers/call-presence.ts"
import { Audit } from "../support/audit.ts"
import { Admit } from "../commands/admit.ts"
import { LogInFlow } from "../commands/log-in-flow.ts"
import { NextToken } from "../commands/next-token.ts"
import { GatewayConfig, type GatewayConfigShape } from "../config.ts"
import { PageAdmission } from "../pages/page-admission.ts"
import { Pages } from "../pages/page.ts"
import type { Renderer } from "../pages/renderer.ts"
import { Fatal } from "../fatal.ts"
import { Browsers } from "../members/browsers.ts"
import { LoadShedding, type LoopSampling } from "../http/load-shedding.ts"
import { RateLimits } from "../http/rate-limits.ts"
import { Ids } from "../ids.ts"
import { RecentAnswers } from "../kept-answers/recent-answers.ts"
import { Citations } from "../kept-answers/citations.ts"
import { SqliteVisitStorage, type SqliteVisitStorageOptions } from "../log/sqlite/sqlite-storage.ts"
import type { VisitIndex } from "../log/visit-index.ts"
import type { VisitLog } from "../log/visit-log.ts"
import { FreeSpace, freeOnDisk } from "../log/free-space.ts"
import { searchTerms } from "../log/search-terms.ts"
import { SigningKeys } from "../support/signing-keys.ts"
import { Pipeline } from "../pipeline.ts"
import { AgeCheck } from "../sessions/age-check.ts"
import { Categories } from "../performers/categories.ts"
import { PublicAnswers } from "../performers/public-answers.ts"
import { AttachmentUploads } from "../queries/attachment-uploads.ts"
import { Choices } from "../queries/choices.ts"
import { Conversations } from "../queries/conversations.ts"
import { Passkeys } from "../queries/passkeys.ts"
import { PublicQueries } from "../queries/public-queries.ts"
import { CreditHistory } from "../queries/credit-history.ts"
import { Queries } from "../queries/queries.ts"
import type { SessionStore } from "../sessions/session-store.ts"
import { CookieChanges } from "../visits/cookie-changes.ts"
import { TokenChanges } from "../sessions/token-changes.ts"
import { AccountDeletions } from "../store/account-deletions.ts"
import { DeletedAccounts } from "../store/deleted-accounts.ts"
import { DurableStore } from "../store/durable-store.ts"
import { KeptAnswers } from "../store/kept-answers.ts"
import { Receipts } from "../store/receipts.ts"
import { StoredSessions } from "../store/stored-sessions.ts"
import { Attachments } from "../stream/attach.ts"
import { FactsRoute } from "../stream/facts-route.ts"
import { Incoming } from "../stream/incoming.ts"
import { PerformerStatuses } from "../stream/performer-statuses.ts"
import { Sse } from "../stream/sse.ts"
import { StreamAdmission } from "../stream/stream-admission.ts"
import { WebSockets } from "../stream/websocket.ts"
import { GatewayTime } from "../steady-clock.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { LiveStills } from "../media/live-stills.ts"
import { Pictures } from "../media/pictures.ts"
import { CamBacks } from "../media/cam-backs.ts"
import { Watching } from "../media/watching.ts"
import { ChatSockets } from "../upstream/chat-socket.ts"
import type { ExchangeBounds } from "../upstream/exchange.ts"
import { Geo } from "../upstream/geo.ts"
import { httpTransport } from "../upstream/http-transport.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { CallerSockets, MemberSockets } from "../upstream/member-socket.ts"
import { MessagePictures } from "../upstream/message-pictures.ts"
import { MessengerApi } from "../upstream/messenger-api.ts"
import { PerformerService } from "../upstream/performer-service.ts"
import { PerformerStills } from "../upstream/performer-stills.ts"
import { socketTransport } from "../upstream/socket-transport.ts"
import { UpstreamKeys } from "../upstream/upstream-keys.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import { MessageUploads } from "../messages/message-uploads.ts"
import { AccountDeletion } from "../members/account-deletion.ts"
import { RoomService } from "../rooms/room-service.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { MemberPresence } from "../members/member-presence.ts"
import { MemberSessions } from "../members/member-sessions.ts"
import { MemberMessages } from "../members/member-messages.ts"
import { MemberRefresh } from "../members/member-refresh.ts"
import { Visits } from "../visits/registry.ts"

const READ_RETRIES = 2
const RECONNECT_MIN = Duration.millis(250)

/** The durable services: the log, and beside it sessions, receipts, account deletions and cited answers. */
export const durableLayer = (
  config: GatewayConfigShape,
  log: Pick<SqliteVisitStorageOptions, "maxBytes"> = {},
) =>
  Layer.merge(
    SqliteVisitStorage.layer({
      ...log,
      file: join(config.dataDir, "visits.db"),
      terms: searchTerms(config.sessionSecrets),
    }),
    Layer.mergeAll(
      StoredSessions.layer,
      Receipts.layer,
      AccountDeletions.layer,
      DeletedAccounts.layer({
        file: config.deletedAccountsFile ?? join(config.dataDir, "deleted-accounts.txt"),
      }),
      KeptAnswers.layer,
    ).pipe(
      Layer.provide(
        DurableStore.layer({
          directory: config.dataDir,
          maxKeptAnswerBytes: config.maxKeptAnswerBytes,
        }),
      ),
    ),
  )

const memberApiBounds = ({
  memberApi,
  maxUpstreamCalls,
  upstreamPauseMs,
}: GatewayConfigShape): ExchangeBounds => ({
  readTimeout: Duration.millis(memberApi.readTimeoutMs),
  writeTimeout: Duration.millis(memberApi.writeTimeoutMs),
  retries: READ_RETRIES,
  maxCalls: maxUpstreamCalls,
  longestPause: Duration.millis(upstreamPauseMs),
})

const memberApiLayer = (config: GatewayConfigShape) => {
  const { memberSocket } = config
  const { key, transport, url: baseUrl } = config.memberApi
  const bounds = memberApiBounds(config)
  const socket = {
    url: memberSocket.url,
    key,
    connectTimeout: Duration.millis(memberSocket.timeoutMs),
  }
  return MemberApi.layer(
    bounds,
    transport === "socket"
      ? socketTransport({ ...bounds, ...socket })
      : Effect.succeed(httpTransport({ baseUrl, key })),
  )
}

const upstreamLayer = (config: GatewayConfigShape) => {
  const performerService = {
    baseUrl: config.performerService.url,
    key: config.performerService.key,
    readTimeout: Duration.millis(config.performerService.timeoutMs),
    writeTimeout: Duration.millis(config.performerService.writeTimeoutMs),
    retries: READ_RETRIES,
    maxCalls: config.maxUpstreamCalls,
    longestPause: Duration.millis(config.upstreamPauseMs),
  }
  const messenger = {
    ...memberApiBounds(config),
    baseUrl: config.memberApi.url,
    key: config.memberApi.key,
  }
  const memberSocket = {
    url: config.memberSocket.url,
    key: config.memberApi.key,
    reconnectMin: RECONNECT_MIN,
    reconnectMax: Duration.millis(config.upstreamPauseMs),
    timeout: Duration.millis(config.memberSocket.timeoutMs),
  }
  return Layer.mergeAll(
    memberApiLayer(config),
    MessengerApi.layer(messenger),
    MessagePictures.layer(messenger),
    PerformerService.layer(performerService),
    PerformerStills.layer(performerService),
    MemberSockets.layer(memberSocket),
    CallerSockets.layer(memberSocket),
    ChatSockets.layer({
      url: config.chatSocket.url,
      key: config.performerService.key,
      reconnectMin: RECONNECT_MIN,
      reconnectMax: Duration.millis(config.upstreamPauseMs),
      timeout: Duration.millis(config.chatSocket.timeoutMs),
    }),
  )
}

const visitsLayer = Layer.mergeAll(VisitCreator.layer, Pipeline.layer).pipe(
  Layer.provideMerge(Visits.layer),
)

const presenceLayer = Layer.mergeAll(
  MemberPresence.layer,
  AccountDeletion.layer,
  CallPresence.layer.pipe(Layer.provideMerge(RoomService.layer)),
).pipe(
  Layer.provideMerge(Layer.mergeAll(MemberSessions.layer, MemberProfiles.layer)),
  Layer.provideMerge(Layer.mergeAll(SessionEnder.layer, MemberRefresh.layer, MemberMessages.layer)),
  Layer.provideMerge(TokenChanges.layer),
)

const streamLayer = (config: GatewayConfigShape) =>
  Layer.mergeAll(WebSockets.layer, Sse.layer, FactsRoute.layer).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Attachments.layer({
          heartbeatMs: config.limits.heartbeatMs,
          pongWithinMs: config.limits.pongWithinMs,
          maxQueuedBytes: config.limits.maxQueuedBytes,
          resumeEvents: config.limits.resumeWindowEvents,
          resumeMs: config.limits.resumeWindowMs,
        }),
        Incoming.layer.pipe(
          Layer.provide(
            Layer.mergeAll(PerformerStatuses.layer(config.performerStatuses), Citations.layer),
          ),
        ),
      ),
    ),
  )

const commandLayer = (config: GatewayConfigShape) =>
  Admit.layer({
    provider: config.payment.provider,
    paymentHosts: { hosts: config.payment.hosts, allowHttp: !config.production },
  }).pipe(
    Layer.provideMerge(Layer.mergeAll(LogInFlow.layer, NextToken.layer, AgeCheck.ownStatement)),
  )

/** The whole gateway on top of the durable services and the renderer. */
export const gatewayLayer = <E1, E2>(
  config: GatewayConfigShape,
  durable: Layer.Layer<
    | VisitLog
    | VisitIndex
    | KeptAnswers
    | SessionStore
    | Receipts
    | AccountDeletions
    | DeletedAccounts,
    E1,
    Ids | GatewayConfig
  >,
  renderer: Layer.Layer<Renderer, E2>,
  sampling: LoopSampling,
) => {
  const ground = Layer.mergeAll(
    Ids.layer,
    GatewayTime.layer,
    Layer.succeed(GatewayConfig, config),
    GatewayMetrics.layer,
    Fatal.layer,
    UpstreamKeys.layer,
    Audit.layer({ file: join(config.dataDir, "audit.ndjson") }),
    SigningKeys.layer({ file: join(config.dataDir, "signing-keys.json") }),
    renderer,
  )
  return Layer.mergeAll(
    StreamAdmission.layer,
    Pages.layer,
    PageAdmission.layer,
    Queries.layer,
    CreditHistory.layer,
    Conversations.layer,
    PublicQueries.layer,
    Passkeys.layer,
    Choices.layer,
    AttachmentUploads.layer,
    Pictures.layer,
    CamBacks.layer,
    LiveStills.layer,
    Watching.layer,
    streamLayer(config),
    commandLayer(config),
  ).pipe(
    Layer.provideMerge(PublicAnswers.layer),
    Layer.provideMerge(Layer.mergeAll(Categories.layer, RecentAnswers.layer)),
    Layer.provideMerge(MessageUploads.layer),
    Layer.provideMerge(Browsers.layer),
    Layer.provideMerge(presenceLayer),
    Layer.provideMerge(visitsLayer),
    Layer.provideMerge(Brands.layer),
    Layer.provideMerge(
      FreeSpace.layer({
        minFreeBytes: config.minFreeBytes,
        measure: freeOnDisk(config.dataDir),
      }),
    ),
    Layer.provideMerge(
      Layer.mergeAll(
        upstreamLayer(config),
        Geo.layer(config.geoUrl),
        RateLimits.layer,
        LoadShedding.layer({ maxDelayMs: config.limits.maxEventLoopDelayMs, ...sampling }),
        CookieChanges.layer,
        durable,
      ),
    ),
    Layer.provideMerge(ground),
  )
}
