/**
 * Makes first-light-2.ndjson: a member's first visit from the page to the credits, with fixed ids and times, stored
 * in an event log and exported as support would get it; and first-light-2.keys.json, the key that signed it,
 * generated for it alone.
 *
 *   node test/golden/make-first-light.ts
 *
 * packages/replay/golden.test.ts refolds the file in every test run. It is made again only for an intended change
 * of the folds or of the redaction; the change of its hash is then part of that change. first-light.ndjson is the
 * same visit in version 1 of the file format, and is never made again.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Effect, Stream } from "effect"
import { CommandId, Epoch, EventId, MemberId, TabId, VisitId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import { type Event, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { Bundle } from "@foldcast/contracts/stream/wallet"
import { keyedDigest } from "@foldcast/gateway/support/digests"
import { exportVisits } from "@foldcast/gateway/support/export"
import { gatewayFoldFingerprint } from "@foldcast/gateway/support/fold-sources"
import { SigningKeys } from "@foldcast/gateway/support/signing-keys"
import type { OwnerId } from "@foldcast/gateway/log/visit-header"
import { memoryVisitStorage } from "@foldcast/gateway/log/memory"
import { memoryStore } from "@foldcast/gateway/store/durable-store"
import { keptAnswersIn } from "@foldcast/gateway/store/kept-answers"

const START = Date.UTC(2026, 0, 15, 20, 0, 0)
const visit = VisitId.make("golden-first-light")

let seq = 0
let n = 0
let now = START

const pass = (milliseconds: number) => {
  now += milliseconds
}

const event = (
  payload: Event,
  from: UnnumberedEnvelope["src"]["from"],
  cause?: string,
): UnnumberedEnvelope => {
  seq += 1
  return {
    id: EventId.make(`golden-event-${String(seq).padStart(4, "0")}`),
    at: now,
    v: FACT_TRAITS[payload._tag].v,
    scope: FACT_TRAITS[payload._tag].scope,
    src: { from },
    ...(cause === undefined ? {} : { cause: CommandId.make(cause) }),
    event: payload,
  }
}

const did = (fact: NumberedClientFact["fact"]): NumberedClientFact => {
  n += 1
  return { n, after: seq, at: now, fact }
}

const bundle = (euros: number, tags: Bundle["tags"], label: string | null = null): Bundle => ({
  id: `bundle-${euros}`,
  name: `€ ${euros}`,
  costCents: euros * 100,
  credits: euros * 60,
  currency: "EUR",
  bonusMinutes: euros >= 50 ? 5 : 0,
  label,
  tags,
})

const { log, index } = memoryVisitStorage(Epoch.make("golden-epoch"))
const append = (...events: ReadonlyArray<UnnumberedEnvelope>) => log.append([{ visit, events }])
const store = (...facts: ReadonlyArray<NumberedClientFact>) => log.storeFacts(visit, facts, now)
const connection = (what: "attach" | "close" | "resume", code: number | null = null) =>
  log.noteConnection(visit, { at: now, what, seq, transport: "websocket", code })

const register = "golden-command-register"
const loadWallet = "golden-command-wallet"
const open = "golden-command-open"
const check = "golden-command-check"
const logOut = "golden-command-logout"
const sessionId = "payment-session-1"
const bought: Event = {
  _tag: "BundleBought",
  sessionId,
  bundleId: "bundle-10",
  credits: 600,
  amountCents: 1_000,
  transactionId: "transaction-1",
}

const story = Effect.gen(function* () {
  yield* log.begin(
    {
      epoch: log.currentEpoch(),
      visit,
      tab: TabId.make("golden-tab"),
      owner: "golden-owner" as OwnerId,
      member: null,
      locale: "nl",
      brand: "foldcast",
      device: "desktop",
      noNude: false,
      tracking: {},
      base: "page",
      at: START,
    },
    [
      event(
        {
          _tag: "VisitStarted",
          locale: "nl",
          brand: "foldcast",
          device: "desktop",
          noNude: false,
          tracking: { p: "partner1", click_id: "click-1" },
        },
        "gateway",
      ),
    ],
  )
  pass(400)
  yield* connection("attach")
  yield* store(did({ _tag: "Navigated", path: "/", routeName: "home", params: {} }))
  pass(5_000)
  yield* store(did({ _tag: "DialogOpened", dialog: "register" }))
  pass(21_000)
  yield* store(
    did({ _tag: "CommandSent", commandId: CommandId.make(register), command: "Register" }),
  )
  pass(300)
  const memberId = MemberId.make("member-1")
  yield* append(
    event({ _tag: "MemberRegistered", memberId }, "member-api", register),
    event(
      { _tag: "LoggedIn", memberId, username: "first@example.test", verified: false },
      "member-api",
      register,
    ),
    event(
      {
        _tag: "MemberLoaded",
        username: "first@example.test",
        capName: "First",
        email: "first@example.test",
        verified: false,
        endUserText: null,
        lander: null,
        showChangeUsername: true,
      },
      "member-api",
      register,
    ),
    event({ _tag: "CreditsChanged", credits: 0 }, "member-api"),
  )
  yield* store(
    did({ _tag: "CommandAdmitted", commandId: CommandId.make(register), seq }),
    did({ _tag: "DialogClosed", dialog: "register" }),
  )
  pass(4_000)
  yield* store(
    did({ _tag: "WalletOpened" }),
    did({ _tag: "CommandSent", commandId: CommandId.make(loadWallet), command: "LoadWallet" }),
  )
  pass(120)
  yield* append(
    event(
      {
        _tag: "WalletLoaded",
        walletId: "default",
        variant: "drawer",
        bundles: [
          bundle(5, ["firstTime"]),
          bundle(10, ["default", "mostBought"], "Populair"),
          bundle(15, []),
          bundle(25, []),
          bundle(50, ["bestDeal"], "Voordeligst"),
          bundle(75, []),
          bundle(100, []),
        ],
        paymentOptions: [
          {
            id: "10",
            name: "iDEAL | Wero",
            image: "/payment/ideal.svg",
            provider: "paynl",
            subOptions: [],
          },
          {
            id: "giftcard",
            name: "Gift card",
            image: "/payment/giftcard.svg",
            provider: "dialxs",
            subOptions: [{ id: "giftcard-a", name: "Card A" }],
          },
        ],
        provider: "paynl",
        defaultMethodId: "10",
      },
      "member-api",
      loadWallet,
    ),
  )
  pass(6_000)
  yield* store(
    did({ _tag: "BundleChosen", bundleId: "bundle-10" }),
    did({ _tag: "PaymentMethodChosen", id: "10" }),
  )
  pass(3_000)
  yield* store(
    did({ _tag: "CheckoutStarted", commandId: CommandId.make(open), payWindow: "opened" }),
    did({ _tag: "CommandSent", commandId: CommandId.make(open), command: "OpenPaymentSession" }),
  )
  pass(250)
  yield* append(
    event(
      {
        _tag: "PaymentSessionOpened",
        sessionId,
        paymentURL: "https://bank.test/pay/payment-session-1",
      },
      "member-api",
      open,
    ),
  )
  pass(9_000)
  yield* connection("close", 1006)
  yield* append(event({ _tag: "SourceInterrupted", source: "member-socket" }, "gateway"))
  pass(2_000)
  yield* connection("resume")
  yield* append(
    event({ _tag: "SourceRestored", source: "member-socket" }, "gateway"),
    event({ _tag: "CreditsChanged", credits: 0 }, "member-api"),
  )
  pass(1_500)
  yield* store(
    did({ _tag: "WaitElapsed", name: "payment-check" }),
    did({
      _tag: "CommandSent",
      commandId: CommandId.make(check),
      command: "CheckPayment",
      sessionId,
    }),
  )
  pass(500)
  yield* append(
    event(bought, "member-api", check),
    event({ _tag: "CreditsChanged", credits: 600 }, "member-socket"),
    event(bought, "member-socket"),
  )
  yield* store(did({ _tag: "PayWindowClosed" }))
  pass(30_000)
  yield* store(
    did({ _tag: "WalletClosed" }),
    did({ _tag: "CommandSent", commandId: CommandId.make(logOut), command: "LogOut" }),
  )
  pass(90)
  const last = event({ _tag: "LoggedOut", reason: "requested" }, "gateway", logOut)
  yield* log.append([{ visit, events: [last], ends: true }])
  yield* connection("close", 4401)

  const visits = yield* index.list({ limit: 1 })
  const { signer, keySet } = yield* SigningKeys
  const maker = { build: "golden", folds: gatewayFoldFingerprint(), signer }
  const texts = exportVisits(
    { log, kept: keptAnswersIn(memoryStore()) },
    visits,
    maker,
    keyedDigest("golden-key"),
    yield* Clock.currentTimeMillis,
  )
  return { capture: (yield* Stream.runCollect(texts)).join(""), keySet }
})

const directory = mkdtempSync(join(tmpdir(), "golden-keys-"))
const keys = SigningKeys.layer({ file: join(directory, "signing-keys.json") })
const { capture, keySet } = await Effect.runPromise(Effect.provide(story, keys))
rmSync(directory, { recursive: true })

const written = {
  "first-light-2.ndjson": capture,
  "first-light-2.keys.json": JSON.stringify(keySet),
}
for (const [name, text] of Object.entries(written)) {
  const file = new URL(name, import.meta.url)
  writeFileSync(file, text)
  process.stdout.write(`${file.pathname}\n`)
}
