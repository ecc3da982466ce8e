/**
 * What a timeline says of a line beside its content: when the gateway knew it, where the document saw it later; that
 * it repeats an earlier event; the reference that a screen showed. Takes the steps of a replay in their order.
 */
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"
import { failureReference, referenceOfId } from "@foldcast/contracts/reference"
import type { SiteState } from "@foldcast/folds/site-state"
import type { ParsedLine } from "./parsed-line.ts"
import type { ReplayStep } from "./player.ts"

export interface Remarks {
  /** Milliseconds since the capture's start, where it is not when the document saw it. */
  readonly knownAt: number | null
  /** The position of the event that said the same before, where this one changed nothing. */
  readonly repeats: number | null
  readonly reference: string | null
}

export const NO_REMARKS: Remarks = { knownAt: null, repeats: null, reference: null }

/** The visit's position and time move with every event. */
const changesNothing = (before: SiteState, after: SiteState): boolean =>
  Object.keys(after).every(
    (name) =>
      name === "visit" || before[name as keyof SiteState] === after[name as keyof SiteState],
  ) &&
  canonicalJson({ ...before.visit, seq: 0, at: 0 }) ===
    canonicalJson({ ...after.visit, seq: 0, at: 0 })

export class RemarkCollector {
  #startedAt = 0
  /** Of each tag the last event: its content and its position. */
  readonly #last = new Map<string, { readonly content: string; readonly seq: number }>()

  of({ captured, before, after }: Omit<ReplayStep, "part">): Remarks {
    if (captured.kind === "header") {
      this.#startedAt = captured.header.startedAt
      this.#last.clear()
    }
    return { ...NO_REMARKS, ...this.#ofEvent(captured, before, after), ...ofFact(captured) }
  }

  #ofEvent(captured: ParsedLine, before: SiteState, after: SiteState): Partial<Remarks> {
    if (captured.kind !== "event") return {}
    const { envelope, t } = captured
    const { event, seq, at } = envelope
    const content = canonicalJson(event)
    const last = this.#last.get(event._tag)
    this.#last.set(event._tag, { content, seq })
    const isRepeated = last?.content === content && changesNothing(before, after)
    const known = at - this.#startedAt
    return {
      knownAt: known === t ? null : known,
      repeats: isRepeated ? last.seq : null,
      reference: failureReference(envelope),
    }
  }
}

const ofFact = (captured: ParsedLine): Partial<Remarks> =>
  captured.kind === "fact" && captured.fact.fact._tag === "CommandFailed"
    ? { reference: referenceOfId(captured.fact.fact.commandId) }
    : {}
