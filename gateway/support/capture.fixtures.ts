/** A member's visit in an event log, for the tests of captures: text that must never be found in one. */
import { Effect, Layer, Result } from "effect"
import { CommandId, EventId, PaymentSessionId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { Event } from "@foldcast/contracts/stream/event"
import { FACT_TRAITS } from "@foldcast/contracts/stream/event"
import { readConfig } from "../config.ts"
import { RateLimits, RateLimitTable } from "../http/rate-limits.ts"
import type { VisitLogShape } from "../log/visit-log.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { visitHeader, memberId, START, visitId } from "../log/visit-log.fixtures.ts"

/** What the visit's person typed and is: none of it may leave. */
export const CANARIES = [
  "sanne@example.test",
  "Sanne-de-Vries",
  "bank.test/secret",
  "s-secret-1",
  "member-sanne",
]

/** By which support's calls are limited and counted. */
export const supportLimits = Layer.merge(
  GatewayMetrics.layer,
  Layer.sync(RateLimits, () => new RateLimitTable(Result.getOrThrow(readConfig({})).limits.rates)),
)

const [EMAIL = "", NAME = "", BANK = "", SESSION = "", MEMBER = ""] = CANARIES

let count = 0
const envelope = (event: Event): UnnumberedEnvelope => ({
  id: EventId.make(`event-${String(++count).padStart(8, "0")}`),
  at: START + count * 100,
  v: FACT_TRAITS[event._tag].v,
  scope: FACT_TRAITS[event._tag].scope,
  src: { from: "gateway", id: EMAIL },
  cause: CommandId.make("command-1"),
  event,
})

const EVENTS: ReadonlyArray<Event> = [
  { _tag: "LoggedIn", memberId: memberId("sanne"), username: EMAIL, verified: true },
  {
    _tag: "MemberLoaded",
    username: EMAIL,
    capName: NAME,
    email: EMAIL,
    verified: true,
    endUserText: `call ${NAME}`,
    lander: null,
    showChangeUsername: true,
  },
  { _tag: "CreditsChanged", credits: 120 },
  { _tag: "PaymentSessionOpened", sessionId: SESSION, paymentURL: `https://${BANK}` },
  {
    _tag: "BundleBought",
    sessionId: SESSION,
    bundleId: "b10",
    credits: 600,
    amountCents: 1_000,
    transactionId: `${SESSION}-${MEMBER}`,
  },
  { _tag: "CreditsChanged", credits: 720 },
]

/** Begins a visit named `name` and lets it live: log-in, payment, clicks, a lost connection. */
export const liveVisit = (log: VisitLogShape, name: string) =>
  Effect.gen(function* () {
    const visit = visitId(name)
    yield* log.begin(
      visitHeader(name, { tab: visitHeader("shared").tab, at: START + count * 100 }),
      [
        envelope({
          _tag: "VisitStarted",
          locale: "nl",
          brand: "foldcast",
          device: "desktop",
          noNude: false,
          tracking: { click_id: MEMBER },
        }),
      ],
    )
    yield* log.noteConnection(visit, {
      at: START,
      what: "attach",
      seq: 1,
      transport: "websocket",
      code: null,
    })
    yield* log.append([{ visit, events: EVENTS.map(envelope), member: memberId("sanne") }])
    yield* log.storeFacts(
      visit,
      [
        { n: 1, after: 1, at: START + 10, fact: { _tag: "WalletOpened" } },
        { n: 2, after: 4, at: START + 20, fact: { _tag: "BundleChosen", bundleId: "b10" } },
        {
          n: 3,
          after: 4,
          at: START + 30,
          fact: {
            _tag: "CommandSent",
            commandId: CommandId.make("command-1"),
            command: "CheckPayment",
            sessionId: PaymentSessionId.make(SESSION),
          },
        },
      ],
      START,
    )
    yield* log.noteConnection(visit, {
      at: START + 40,
      what: "close",
      seq: 4,
      transport: "websocket",
      code: 4008,
    })
    return visit
  })
