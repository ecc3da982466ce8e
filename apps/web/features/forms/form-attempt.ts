/** What became of a form's last attempt, and what is shown of it. Pure. */
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { commandMessage } from "@foldcast/messages/error-messages"

/** The refusal of the last attempt, in words: as a whole, or per field. */
export interface FormRefusal<Name extends string> {
  readonly text: string | null
  readonly fields: Readonly<Partial<Record<Name, string>>>
}

export interface FormAttempt {
  /** The attempt began; it may still end before its command. */
  readonly wasSent: boolean
  /** A step before the command is under way, for example a passkey. */
  readonly isPreparing: boolean
  /** Why that step sent nothing; null where it did. */
  readonly notReady: string | null
  readonly triedOffline: boolean
}

export const NO_ATTEMPT: FormAttempt = {
  wasSent: false,
  isPreparing: false,
  notReady: null,
  triedOffline: false,
}

interface AttemptContext<Name extends string> {
  readonly isCommandPending: boolean
  /** Of the last command of this kind. */
  readonly failure: string | null
  readonly isOffline: boolean
  readonly refusal: FormRefusal<Name> | null
  readonly refusalOf: ((label: string) => FormRefusal<Name>) | undefined
}

interface AttemptView {
  readonly isPending: boolean
  readonly refusedFields: Readonly<Partial<Record<string, string>>>
  /** The message about the attempt as a whole. */
  readonly refused: string | null
  readonly missesCookie: boolean
  readonly triedOffline: boolean
  /** Whether a command was sent. */
  readonly wasSent: boolean
}

export const attemptView = <Name extends string>(
  { wasSent, isPreparing, notReady, triedOffline }: FormAttempt,
  { isCommandPending, isOffline, ...last }: AttemptContext<Name>,
): AttemptView => {
  // For an attempt that sent nothing, the result of an earlier command does not count.
  const refusal = notReady === null ? last.refusal : (last.refusalOf?.(notReady) ?? null)
  const failure = notReady === null ? last.failure : null
  const isPending = isCommandPending || isPreparing
  const hasEnded = wasSent && !isPending
  const fields: AttemptView["refusedFields"] = refusal?.fields ?? {}
  const refusedAsWhole = Object.keys(fields).length > 0 ? null : (refusal?.text ?? null)
  const failed = failure === null ? null : commandMessage(failure)()
  return {
    isPending,
    refusedFields: hasEnded ? fields : {},
    refused: hasEnded ? (refusedAsWhole ?? failed) : null,
    missesCookie: hasEnded && failure === NO_COOKIE,
    triedOffline: triedOffline && isOffline,
    wasSent: wasSent && notReady === null,
  }
}
