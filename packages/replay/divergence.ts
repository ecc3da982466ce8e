/**
 * Where the folds of this build begin to differ from those that made a capture: the first event or client
 * fact after which a slice of the state is another. Folds the file once more, one thing after the other.
 *
 * Slices that only one of both builds has are not compared: a new slice is no difference of what was there.
 */
import { SliceNames } from "@foldcast/contracts/capture/slice-digests"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { fold } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import { readCapture } from "./capture-file.ts"
import type { ParsedLine } from "./parsed-line.ts"
import { logEntryOf } from "./part-fold.ts"
import { sha256 } from "./sha256.ts"

export type Divergence =
  /** `at` as the timeline names it, for example `#12 CreditsChanged`. */
  | { readonly _tag: "At"; readonly at: string; readonly slices: ReadonlyArray<string> }
  /** Every slice that both builds have went the same way; these only one of them has. */
  | { readonly _tag: "OtherSlices"; readonly slices: ReadonlyArray<string> }
  /** Every state is the same but the footer's: it is not the hash of what stands above it. */
  | { readonly _tag: "FooterOnly" }
  /** The capture is of version 1, which holds no state but the last. */
  | { readonly _tag: "NotRecorded" }

/** What a thing of a capture is called. */
const nameOf = (captured: ParsedLine): string => {
  switch (captured.kind) {
    case "event":
    case "unread-event":
      return `#${captured.envelope.seq} ${captured.envelope.event._tag}`
    case "fact":
      return `ui ${captured.fact.n} ${captured.fact.fact._tag}`
    default:
      return captured.kind
  }
}

const recordedAt = (captured: ParsedLine): Readonly<Record<string, string>> | undefined => {
  if (captured.kind === "event" || captured.kind === "unread-event" || captured.kind === "fact")
    return captured.slices
  return undefined
}

/** Of the file's capture number `part`, from 1. */
export const findDivergence = async (file: string, part: number): Promise<Divergence> => {
  const ours = new SliceNames(sha256)
  const theirs = new Map<string, string>()
  let state = INITIAL_STATE
  let at = 0
  for await (const { captured } of readCapture(file)) {
    for (const each of captured) {
      if (each.kind === "header") at += 1
      const entry = at === part ? logEntryOf(each) : undefined
      if (entry === undefined) continue
      state = fold(state, entry)
      const recorded = recordedAt(each) ?? {}
      for (const [slice, digest] of Object.entries(recorded)) theirs.set(slice, digest)
      const touched = new Set([...Object.keys(ours.changed(state)), ...Object.keys(recorded)])
      const slices = [...touched].filter((slice) => {
        const [own, other] = [ours.of(slice), theirs.get(slice)]
        return own !== undefined && other !== undefined && own !== other
      })
      if (slices.length > 0) return { _tag: "At", at: nameOf(each), slices }
    }
    if (at > part) break
  }
  if (theirs.size === 0) return { _tag: "NotRecorded" }
  const names = new Set([...Object.keys(state), ...theirs.keys()])
  const slices = [...names].filter((name) => !theirs.has(name) || ours.of(name) === undefined)
  return slices.length > 0 ? { _tag: "OtherSlices", slices } : { _tag: "FooterOnly" }
}
