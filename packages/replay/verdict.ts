/**
 * What became of reading a capture: one tagged result, one sentence, one exit code. Total records, so
 * that a new verdict cannot lack either. Callers: capture-file.ts, player.ts, the command line.
 */
import { Data } from "effect"

export type Verdict = Data.TaggedEnum<{
  /** Whole, chained, and folded to the state its maker recorded. */
  Ok: {}
  /** Whole and chained, but its state was folded by other code: the states are not compared. */
  OtherBuild: { readonly folds: string }
  /** The same folds came to another state than the file's maker did. */
  StateDiffers: { readonly expected: string; readonly actual: string }
  Empty: {}
  NotACapture: {}
  /** No footer: readable up to the last line whose hash is right. */
  Truncated: { readonly lines: number }
  /** `line` counts from 1, the header included. */
  Damaged: { readonly line: number; readonly why: string }
  /** Written by a newer build; `what` is what this one cannot read. */
  Newer: { readonly what: string }
}>
export const Verdict = Data.taggedEnum<Verdict>()

/** Documented in the command's help; 1 is a crash of Node, 2 wrong usage or no connection. */
export const EXIT_CODES: Readonly<Record<Verdict["_tag"], number>> = {
  Ok: 0,
  OtherBuild: 0,
  Empty: 3,
  Truncated: 4,
  Damaged: 5,
  Newer: 6,
  StateDiffers: 7,
  NotACapture: 8,
}

export const sentenceOf: (verdict: Verdict) => string = Verdict.$match({
  Ok: () => "The capture is whole and folds to the recorded state.",
  OtherBuild: ({ folds }) =>
    `The capture is whole. It was folded by another build (folds ${folds}), so the states are not compared.`,
  StateDiffers: ({ expected, actual }) =>
    `The capture is whole but folds to another state (${actual}) than recorded (${expected}), with the same folds.`,
  Empty: () => "The file is empty.",
  NotACapture: () => "The file is not a Foldcast capture.",
  Truncated: ({ lines }) =>
    `The capture is truncated: it has no footer. It is readable up to line ${lines}.`,
  Damaged: ({ line, why }) => `The capture is damaged at line ${line}: ${why}.`,
  Newer: ({ what }) => `The capture is newer than this build: ${what}.`,
})
