/** Visits and events for the tests of the log's implementations. */
import { Redacted } from "effect"
import { Epoch, EventId, MemberId, TabId, VisitId } from "@foldcast/contracts/ids"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { NumberedClientFact } from "@foldcast/contracts/stream/frames"
import type { OwnerId, VisitHeader } from "./visit-header.ts"
import { searchTerms } from "./search-terms.ts"

/** Keyed as a gateway with this secret keys them. */
export const TERMS = searchTerms([Redacted.make(new Uint8Array(32))])

export const START = 1_700_000_000_000

export const visitId = (name: string) => VisitId.make(`visit-id-${name}`)

/** Of visits that these tests begin; a log stores the epoch that it is given. */
export const EPOCH = Epoch.make("epoch-1")

export const visitHeader = (name: string, over: Partial<VisitHeader> = {}): VisitHeader => ({
  visit: visitId(name),
  epoch: EPOCH,
  tab: TabId.make(`tab-${name}`),
  owner: `owner-${name}` as OwnerId,
  member: null,
  locale: "nl",
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
  base: "page",
  at: START,
  ...over,
})

let ids = 0

/** An event that can be told from every other by its credits, with text that is awkward to store. */
export const creditsEvent = (credits: number, at = START): UnnumberedEnvelope => ({
  id: EventId.make(`event-${String(++ids).padStart(8, "0")}`),
  at,
  v: 1,
  scope: "member",
  src: { from: "member-socket", id: `é\u2028\u0000"\\😀-${credits}` },
  event: { _tag: "CreditsChanged", credits },
})

export const creditsEvents = (count: number, first = 1): ReadonlyArray<UnnumberedEnvelope> =>
  Array.from({ length: count }, (_, index) => creditsEvent(first + index))

export const walletOpened = (n: number, after = 1): NumberedClientFact => ({
  n,
  after,
  at: START + n,
  fact: { _tag: "WalletOpened" },
})

export const memberId = (name: string) => MemberId.make(`member-${name}`)
