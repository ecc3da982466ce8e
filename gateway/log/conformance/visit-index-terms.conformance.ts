/** What every index finds visits by, their times apart. */
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { CommandId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { referenceTerm } from "../search-terms.ts"
import type { VisitIndexShape } from "../visit-index.ts"
import {
  TERMS,
  creditsEvent,
  memberId,
  START,
  visitHeader,
  visitId,
  walletOpened,
} from "../visit-log.fixtures.ts"
import { type StorageLayer, testsOver } from "./visit-storage.fixtures.ts"

const MEMBER_LOADED: Event = {
  _tag: "MemberLoaded",
  username: "sanne",
  capName: "Sanne",
  email: "sanne@example.test",
  verified: true,
  endUserText: null,
  lander: null,
  showChangeUsername: false,
  welcomed: false,
}
const sessionOpened = (sessionId: string): Event => ({
  _tag: "PaymentSessionOpened",
  sessionId,
  paymentURL: "https://bank.test/",
})
const BOUGHT: Event = {
  _tag: "BundleBought",
  sessionId: "ps_1",
  bundleId: "b10",
  credits: 600,
  amountCents: 1_000,
  transactionId: "tx_1",
}

export const indexTermsConformance = (environment: string, layer: StorageLayer) => {
  const run = testsOver(layer)

  describe(`an index of visits (${environment})`, () => {
    run(
      "finds visits by what they tell of payments, people and failures, and by nothing else",
      ({ log, index }) =>
        Effect.gen(function* () {
          const { asked } = TERMS
          const names = (...terms: ReadonlyArray<ReadonlyArray<string>>) =>
            index
              .list({ terms, limit: 10 })
              .pipe(Effect.map((records) => records.map(({ visit }) => visit)))
          const [a, b] = [visitId("a"), visitId("b")]
          const events = (...told: ReadonlyArray<Event>) =>
            told.map((event) => ({ ...creditsEvent(1), event }))
          yield* log.begin(visitHeader("a"), events(MEMBER_LOADED))
          yield* log.begin(visitHeader("b"), [creditsEvent(1)])
          yield* log.append([
            { visit: a, events: events(...["ps_1", "ps_2"].map(sessionOpened)) },
            { visit: b, events: events(BOUGHT) },
          ])
          const commandId = CommandId.make("3f2b8c1e-9d7a-4c55-b1aa-0b0000000021")
          yield* log.storeFacts(
            b,
            [
              {
                ...walletOpened(1),
                fact: { _tag: "CommandSent", commandId, command: "LoadWallet" },
              },
              {
                ...walletOpened(2),
                fact: {
                  _tag: "AnswerApplied",
                  key: "/",
                  status: 503,
                  hash: "",
                  reference: "7K3M-QX9F",
                },
              },
              // Their browser may name anybody's payments.
              {
                ...walletOpened(3),
                fact: {
                  _tag: "CommandSent",
                  commandId,
                  command: "CheckPayment",
                  sessionId: "ps_2",
                },
              },
              {
                ...walletOpened(4),
                fact: {
                  _tag: "TabRestored",
                  tab: visitHeader("b").tab,
                  slice: { dialog: null, basket: null, openSessionIds: ["ps_2"] },
                },
              },
            ],
            START,
          )
          expect(yield* names(asked.email(" Sanne@Example.test"))).toEqual([a])
          expect(yield* names(asked.email("anne@example.test"))).toEqual([])
          expect(yield* names(asked.payment("ps_2"))).toEqual([a])
          expect(yield* names(asked.payment("tx_1"))).toEqual([b])
          expect(yield* names(asked.payment("PS_1"))).toEqual([])
          expect((yield* names(asked.payment("ps_1"))).toSorted()).toEqual([a, b])
          expect(yield* names(asked.payment("ps_1"), asked.reference("0000-0011"))).toEqual([b])
          expect(yield* names(asked.reference("7k3m qx9f"))).toEqual([b])
          yield* index.forgetBefore(START + 1_000_000)
          expect(yield* names(asked.payment("ps_1"))).toEqual([])
        }),
    )

    run(
      "finds visits by member, owner, tab, time, liveness and problem reference",
      ({ log, index }) =>
        Effect.gen(function* () {
          const shared = { tab: visitHeader("x").tab, owner: visitHeader("x").owner }
          yield* log.begin(visitHeader("a", shared), [creditsEvent(1, START + 10)])
          yield* log.begin(visitHeader("b", { ...shared, at: START + 100 }), [
            creditsEvent(1, START + 110),
          ])
          yield* log.begin(visitHeader("c", { at: START + 200 }), [creditsEvent(1, START + 210)])
          yield* log.append([
            { visit: visitId("b"), events: [creditsEvent(2, START + 300)], member: memberId("m") },
          ])
          yield* log.append([
            {
              visit: visitId("c"),
              events: [creditsEvent(2, START + 220)],
              member: null,
              ends: true,
            },
          ])
          yield* index.noteTerm(visitId("c"), referenceTerm("7K3M-QX9F"))
          yield* index.noteTerm(visitId("nobody"), referenceTerm("7K3M-0000"))
          const names = (query: Parameters<VisitIndexShape["list"]>[0]) =>
            index.list(query).pipe(Effect.map((records) => records.map(({ visit }) => visit)))
          const [a, b, c] = [visitId("a"), visitId("b"), visitId("c")]
          expect(yield* names({ limit: 10 })).toEqual([b, c, a])
          expect(yield* names({ limit: 2 })).toEqual([b, c])
          expect(yield* names({ member: memberId("m"), limit: 10 })).toEqual([b])
          expect(yield* names({ ...shared, limit: 10 })).toEqual([b, a])
          expect(yield* names({ tab: shared.tab, limit: 10 })).toEqual([b, a])
          expect(yield* names({ owner: shared.owner, limit: 10 })).toEqual([b, a])
          expect(yield* names({ onlyLive: true, limit: 10 })).toEqual([b, a])
          expect(yield* names({ terms: [TERMS.asked.reference("7k3mqx9f")], limit: 10 })).toEqual([
            c,
          ])
          expect(yield* names({ terms: [TERMS.asked.reference("7K3M-0000")], limit: 10 })).toEqual(
            [],
          )
          expect(yield* names({ from: START + 211, to: START + 250, limit: 10 })).toEqual([b, c])
          expect(yield* names({ to: START + 99, limit: 10 })).toEqual([a])
        }),
    )
  })
}
