/** What the gateway's thread and the kept answers' thread say to each other, one answer to each question. */
import type { Citation, Cited } from "./kept-answers.ts"

export interface Questions {
  readonly cite: { readonly citations: ReadonlyArray<Citation>; readonly at: number }
  readonly read: { readonly hash: string }
  readonly forgetBefore: { readonly before: number }
}

export interface Answers {
  readonly cite: Cited
  readonly read: string | null
  readonly forgetBefore: { readonly count: number; readonly isDone: boolean }
}

export type Kind = keyof Questions

export type Question = {
  [K in Kind]: { readonly kind: K } & Questions[K]
}[Kind]

export type ToKept = Question | "close"

/** Each tells how many bytes are kept now. */
export type FromKept =
  | { readonly opened: true; readonly bytes: number }
  | { readonly done: Answers[Kind]; readonly bytes: number }
  | { readonly failed: string }
  | "closed"
