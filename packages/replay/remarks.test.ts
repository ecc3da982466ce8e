import { expect, it } from "vitest"
import { EventId } from "@foldcast/contracts/ids"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import type { Event } from "@foldcast/contracts/stream/event"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { fold } from "@foldcast/folds/site"
import { numberedCredits, captureHeader, CAPTURE_START } from "./capture.fixtures.ts"
import { NO_REMARKS, RemarkCollector, type Remarks } from "./remarks.ts"

/** What is remarked of each of these, seen at these milliseconds, in a capture of its own. */
const remarksOf = (
  ...told: ReadonlyArray<readonly [t: number, at: number, event: Event]>
): ReadonlyArray<Remarks> => {
  const remarking = new RemarkCollector()
  let state = INITIAL_STATE
  remarking.of({
    captured: { kind: "header", header: captureHeader() },
    before: state,
    after: state,
  })
  return told.map(([t, at, event], index) => {
    const id = EventId.make("0192f0c1-7a3b-7d4e-8f00-0a0000000021")
    const envelope: Envelope = { ...numberedCredits(index + 1), id, at: CAPTURE_START + at, event }
    const before = state
    state = fold(state, { kind: "event", envelope })
    return remarking.of({ captured: { kind: "event", t, envelope }, before, after: state })
  })
}

const credits = (amount: number): Event => ({ _tag: "CreditsChanged", credits: amount })
const source = "member-socket"

it("a remark says when the gateway knew, only where the document saw it later", () => {
  expect(remarksOf([10, 10, credits(1)], [900, 20, credits(2)])).toEqual([
    NO_REMARKS,
    { ...NO_REMARKS, knownAt: 20 },
  ])
})

it("a remark says that a fact is repeated where it says the same and changes nothing", () => {
  const remarks = remarksOf(
    [0, 0, credits(1)],
    [0, 0, credits(1)],
    [0, 0, credits(2)],
    [0, 0, credits(1)],
    [0, 0, { _tag: "SourceInterrupted", source }],
    [0, 0, { _tag: "SourceRestored", source }],
    [0, 0, { _tag: "SourceInterrupted", source }],
    [0, 0, { _tag: "SourceInterrupted", source }],
  )
  expect(remarks.map(({ repeats }) => repeats)).toEqual([null, 1, null, null, null, null, null, 7])
})

it("a remark has the reference that the screen showed of a failure", () => {
  const [refused] = remarksOf([0, 0, { _tag: "WalletRefused", label: "unavailable" }])
  expect(refused?.reference).toBe("0000-0011")
})
