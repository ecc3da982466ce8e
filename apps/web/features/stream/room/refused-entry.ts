/** What a page says of a room's refusal before the room itself is loaded (refusal-texts.ts has the rest). Pure. */
import { TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import type { Locale } from "@foldcast/contracts/units"
import { formatTime } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"

export const isTooFewCredits = (label: string): boolean => label === TOO_FEW_CREDITS_LABEL

/** Refusals that say until when. */
const UNTIL: Readonly<Record<string, (inputs: { readonly time: string }) => string>> = {
  vipLetGo: m.vip_refused_let_go,
  unansweredTooOften: m.stream_refused_unanswered,
}

/** Null for other labels, and where no time is known. */
export const refusalUntil = (label: string, until: number | null, locale: Locale): string | null =>
  until === null || !Object.hasOwn(UNTIL, label)
    ? null
    : (UNTIL[label]?.({ time: formatTime(until, locale) }) ?? null)
