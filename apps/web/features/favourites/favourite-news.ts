/** The messages about a favourite that was added, removed or refused. Pure. */
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import { m } from "@foldcast/messages/messages"

export type FavouriteNews =
  | { readonly _tag: "Kept" | "Removed" }
  | { readonly _tag: "Refused"; readonly label: string }

const REFUSALS: Readonly<Record<string, () => string>> = {
  [NO_ANSWER]: m.favourite_unanswered,
  outcomeUnknown: m.favourite_unanswered,
  unauthorized: m.error_not_logged_in,
  "request.unauthenticated": m.error_not_logged_in,
  "request.tooMany": m.error_too_many,
  "visit.unknown": m.error_stale_page,
}

/** A label without a text of its own gets the general one. */
const refusalText = (label: string): string =>
  (Object.hasOwn(REFUSALS, label) ? REFUSALS[label] : undefined)?.() ?? m.favourite_refused()

export const newsText = (news: FavouriteNews): string => {
  switch (news._tag) {
    case "Kept":
      return m.favourite_kept()
    case "Removed":
      return m.favourite_removed()
    case "Refused":
      return refusalText(news.label)
  }
}
