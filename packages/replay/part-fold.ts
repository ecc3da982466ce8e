/**
 * Folds one capture of a file and judges its end: the state against the footer's hash.
 *
 * What was taken is folded together when the state is asked for.
 */
import { stateHash } from "@foldcast/contracts/capture/capture-writer"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { foldAll } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import type { SiteState } from "@foldcast/folds/site-state"
import type { ParsedLine } from "./parsed-line.ts"
import { sha256 } from "./sha256.ts"
import type { CaptureSignature } from "./signature.ts"
import { CaptureVerdict } from "./verdict.ts"

/** What the folds see of a captured thing; nothing of what is only shown. */
export const logEntryOf = (captured: ParsedLine): LogEntry | undefined => {
  switch (captured.kind) {
    case "event":
    case "unread-event":
      return { kind: "event", envelope: captured.envelope }
    case "fact":
      return { kind: "client", fact: captured.fact }
    default:
      return undefined
  }
}

const unreadTag = (captured: ParsedLine): string | undefined => {
  if (captured.kind === "unread-event") return captured.envelope.event._tag
  return captured.kind === "unread-fact" || captured.kind === "malformed" ? captured.tag : undefined
}

export interface CapturePart {
  readonly state: SiteState
  readonly stateHash: string
  /** The footer's hash of the state; null where there is no footer. */
  readonly recorded: string | null
  readonly signature: CaptureSignature | null
  readonly events: number
  readonly facts: number
  /** Events and client facts this build cannot read, by tag. */
  readonly unread: Readonly<Record<string, number>>
}

export class PartFold {
  readonly #madeBy: string
  #state: SiteState
  #pending: Array<LogEntry> = []
  #events = 0
  #facts = 0
  #recorded: string | null = null
  #signature: CaptureSignature | null = null
  readonly #unread = new Map<string, number>()

  /** `madeBy` is the fingerprint of the folds that the header names. */
  constructor(madeBy: string, state: SiteState = INITIAL_STATE) {
    this.#madeBy = madeBy
    this.#state = state
  }

  take(captured: ParsedLine): void {
    const entry = logEntryOf(captured)
    if (entry !== undefined) this.#pending.push(entry)
    if (captured.kind === "event") this.#events += 1
    if (captured.kind === "fact") this.#facts += 1
    if (captured.kind === "footer") {
      this.#recorded = captured.footer.stateHash
      this.#signature = captured.signature
    }
    const tag = unreadTag(captured)
    if (tag !== undefined) this.#unread.set(tag, (this.#unread.get(tag) ?? 0) + 1)
  }

  get state(): SiteState {
    if (this.#pending.length > 0) {
      this.#state = foldAll(this.#state, this.#pending)
      this.#pending = []
    }
    return this.#state
  }

  /** `ours` is the fingerprint of the folds that run here. */
  judge(recorded: string, ours: string): CaptureVerdict {
    const actual = stateHash(sha256, this.state)
    const isSame = actual === recorded
    if (this.#madeBy !== ours) return CaptureVerdict.OtherBuild({ folds: this.#madeBy, isSame })
    return isSame
      ? CaptureVerdict.Ok()
      : CaptureVerdict.StateDiffers({ expected: recorded, actual, divergence: null })
  }

  part(): CapturePart {
    const { state } = this
    return {
      state,
      stateHash: stateHash(sha256, state),
      recorded: this.#recorded,
      signature: this.#signature,
      events: this.#events,
      facts: this.#facts,
      unread: Object.fromEntries(this.#unread),
    }
  }
}
