/**
 * The result of an activation link (AUTH-70, AUTH-71, AUTH-73). Every refusal except an already verified address
 * counts as an expired link. Pure.
 */
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { TaskEnd } from "@foldcast/folds/site-state"

export type VerificationOutcome =
  /** Nothing is sent before a person presses the button (ADR 0048). */
  | { readonly _tag: "Asking" }
  | { readonly _tag: "Validating" }
  /** The gateway did not answer: whether the link is valid is unknown. */
  | { readonly _tag: "Unanswered"; readonly label: string }
  | { readonly _tag: "Expired" }
  | { readonly _tag: "Verified" }
  | { readonly _tag: "Succeeded"; readonly credits: number }
  /** The link belongs to another account than the one logged in here; the session stays. */
  | { readonly _tag: "OfAnother" }

export interface ActivationState {
  /** Read from the link itself, at the gateway's time. */
  readonly isExpiredHere: boolean
  /** True in the member's own browser, or after the button was pressed. */
  readonly mayGoOn: boolean
  readonly wasSent: boolean
  readonly isPending: boolean
  readonly end: TaskEnd
  /** Why the command was not admitted. */
  readonly failure: string | null
  readonly credits: number | null
  readonly isOfAnother: boolean
  /** Whether the logged-in member's address is verified. */
  readonly isVerified: boolean
}

/** The visit ended before its answer arrived: the member's verified state decides. */
const untold = (isVerified: boolean): VerificationOutcome =>
  isVerified ? { _tag: "Succeeded", credits: 0 } : { _tag: "Unanswered", label: NO_ANSWER }

const refused = (label: string): VerificationOutcome => {
  if (label === "verified") return { _tag: "Verified" }
  // The link was not checked.
  return label === "tooManyAttempts" ? { _tag: "Unanswered", label } : { _tag: "Expired" }
}

export const verificationOutcome = (activation: ActivationState): VerificationOutcome => {
  const { isExpiredHere, wasSent, isPending, end, failure, credits } = activation
  if (isExpiredHere) return { _tag: "Expired" }
  if (!activation.mayGoOn) return { _tag: "Asking" }
  if (!wasSent || isPending) return { _tag: "Validating" }
  switch (end._tag) {
    case "Done":
      return activation.isOfAnother
        ? { _tag: "OfAnother" }
        : { _tag: "Succeeded", credits: credits ?? 0 }
    case "Refused":
      return refused(end.label)
    case "None":
      return failure === null
        ? untold(activation.isVerified)
        : { _tag: "Unanswered", label: failure }
  }
}

/** Whether the link is no longer needed. */
export const isFinal = ({ _tag }: VerificationOutcome): boolean =>
  _tag !== "Asking" && _tag !== "Validating" && _tag !== "Unanswered"
