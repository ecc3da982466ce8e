/**
 * Conversations in pop-ups (MSG-44, MSG-48, MSG-49). How many fit on the screen is the document's to know: it closes
 * those that do not (apps/web/features/pop-ups).
 *
 * Invariant: a performer has one pop-up at most; the one that was opened last is the newest.
 */
import { MAX_POP_UPS } from "@foldcast/contracts/client-facts/limits"
import type { PopUp, SiteState } from "./site-state.ts"
import type { Slice } from "./slice.ts"
import { withNewest } from "./with-newest.ts"

const NONE: PopUps = []

const gone = () => undefined

type PopUps = ReadonlyArray<PopUp>

const isThere = (popUps: PopUps, performerId: string): boolean =>
  popUps.some((popUp) => popUp.performerId === performerId)

const without = (popUps: PopUps, performerId: string): PopUps =>
  isThere(popUps, performerId)
    ? popUps.filter((popUp) => popUp.performerId !== performerId)
    : popUps

/** One that is there keeps its place: what one looks at does not jump. */
const withPopUp = (popUps: PopUps, popUp: PopUp): PopUps => {
  const there = popUps.find(({ performerId }) => performerId === popUp.performerId)
  if (there === undefined) return withNewest(popUps, popUp, MAX_POP_UPS)
  return there.isMinimised === popUp.isMinimised
    ? popUps
    : popUps.map((one) => (one === there ? popUp : one))
}

/** What this document opened before its memory was read is newer. */
const withRecalled = (popUps: PopUps, recalled: PopUps): PopUps => {
  const known = new Set(popUps.map(({ performerId }) => performerId))
  const added = recalled.filter(({ performerId }) => {
    const isNew = !known.has(performerId)
    known.add(performerId)
    return isNew
  })
  const room = MAX_POP_UPS - popUps.length
  return added.length === 0 || room === 0 ? popUps : [...added.slice(-room), ...popUps]
}

export const popUpsSlice = {
  events: {
    // They are the visitor's and not the stream's.
    StreamReset: (popUps) => popUps,
    LoggedOut: gone,
  },
  facts: {
    PopUpOpened: (popUps = NONE, { performerId }) =>
      withPopUp(popUps, { performerId, isMinimised: false }),
    PopUpMinimised: (popUps = NONE, { performerId }) =>
      withPopUp(popUps, { performerId, isMinimised: true }),
    PopUpClosed: (popUps, { performerId }) => popUps && without(popUps, performerId),
    PopUpsRecalled: (popUps = NONE, { popUps: recalled }) => withRecalled(popUps, recalled),
  },
} satisfies Slice<SiteState["popUps"]>

export const popUpsOf = ({ popUps }: SiteState): PopUps => popUps ?? NONE
