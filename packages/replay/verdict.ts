/**
 * What became of reading a capture: one tagged result, one sentence, one exit code. Total records, so that a new
 * verdict cannot lack either.
 */
import { Data } from "effect"
import type { Divergence } from "./divergence.ts"

export type CaptureVerdict = Data.TaggedEnum<{
  /** Whole, chained, and folded to the state its maker recorded. */
  Ok: {}
  /** Whole and chained, but folded by other code; `isSame` says whether this one comes to the same state. */
  OtherBuild: { readonly folds: string; readonly isSame: boolean }
  /** The folds came to another state than the file's maker did; `divergence` where, once it was looked for. */
  StateDiffers: {
    readonly expected: string
    readonly actual: string
    readonly divergence: Divergence | null
  }
  Empty: {}
  NotACapture: {}
  /** Text in UTF-16, as some shells write what they redirect. */
  OtherEncoding: {}
  /** No footer, or not all captures of the file: readable up to the last line whose hash is right. */
  Truncated: { readonly lines: number }
  /** `line` counts from 1, the header included. */
  Damaged: { readonly line: number; readonly why: string }
  /** Written by a newer build; `what` is what this one cannot read. */
  Newer: { readonly what: string }
  /** Whole, but nobody known vouches for it; told where that is demanded. */
  NotVouchedFor: { readonly why: string }
}>
export const CaptureVerdict = Data.taggedEnum<CaptureVerdict>()

/** Documented in the command's help; 1 is a crash of Node, 2 wrong usage or no connection. */
export const EXIT_CODES: Readonly<Record<CaptureVerdict["_tag"], number>> = {
  Ok: 0,
  OtherBuild: 0,
  Empty: 3,
  Truncated: 4,
  Damaged: 5,
  Newer: 6,
  StateDiffers: 7,
  NotACapture: 8,
  OtherEncoding: 8,
  NotVouchedFor: 9,
}

const whereOf = (divergence: Divergence | null): string => {
  switch (divergence?._tag) {
    case "At":
      return ` They part at ${divergence.at}, in ${divergence.slices.join(" and ")}.`
    case "FooterOnly":
      return " No event parts them: the recorded state is not that of what stands in the file."
    case "NotRecorded":
      return " At which event is not known: a capture of version 1 holds no state but the last."
    case "OtherSlices":
    case undefined:
      return ""
  }
}

export const verdictSentence: (verdict: CaptureVerdict) => string = CaptureVerdict.$match({
  Ok: () => "The capture is whole and folds to the recorded state.",
  OtherBuild: ({ folds, isSame }) =>
    `The capture is whole. It was folded by another build (folds ${folds}); this one comes to ${isSame ? "the same" : "another"} state.`,
  StateDiffers: ({ expected, actual, divergence }) =>
    `The capture is whole but folds to another state (${actual}) than recorded (${expected}).${whereOf(divergence)}`,
  Empty: () => "The file is empty.",
  NotACapture: () => "The file is not a Foldcast capture.",
  OtherEncoding: () =>
    "The file is in UTF-16, as PowerShell's > writes it, and a capture is in UTF-8. Have the file written by the program that fetches it: foldcast capture, or curl --output.",
  Truncated: ({ lines }) =>
    `The capture is truncated: its end is not here. It is readable up to line ${lines}.`,
  Damaged: ({ line, why }) => `The capture is damaged at line ${line}: ${why}.`,
  Newer: ({ what }) => `The capture is newer than this build: ${what}.`,
  NotVouchedFor: ({ why }) => `The capture is whole, but ${why}.`,
})
