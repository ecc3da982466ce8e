/** Why a window opened: what the visitor wanted, and what it takes. Nothing where the window was opened for itself. */
import { useSyncExternalStore } from "react"
import { m } from "@foldcast/messages/messages"
import type { IntendedPage } from "@foldcast/rules/page-access"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { type Intent, readIntent, watchIntent } from "../../runtime/intent.ts"
import type { RoomAction } from "../../runtime/stores/registered-for.ts"
import "./intent-reason.css"

type RoomTexts = Readonly<Record<RoomAction, (who: { readonly name: string }) => string>>

const FOR_PAGE: Readonly<Record<IntendedPage, () => string>> = {
  settings: m.reason_page_settings,
  "settings-credits": m.reason_page_credits,
  favourites: m.reason_page_favourites,
  messenger: m.reason_page_messenger,
}
const NEEDS_ACCOUNT: RoomTexts = {
  tip: m.reason_account_tip,
  private: m.reason_account_private,
  vip: m.reason_account_vip,
}
const NEEDS_CREDITS: RoomTexts = {
  tip: m.reason_credits_tip,
  private: m.reason_credits_private,
  vip: m.reason_credits_vip,
}
/** For a visitor who can do it now. */
export const WANTED: RoomTexts = {
  tip: m.wanted_tip,
  private: m.wanted_private,
  vip: m.wanted_vip,
}

export const useIntentNow = (): Intent | null =>
  useSyncExternalStore(watchIntent, readIntent, () => null)

export interface IntentReasonProps {
  /** What the window gives. */
  readonly needs: "account" | "credits"
}

const reasonOf = (intent: Intent | null, needs: IntentReasonProps["needs"]): string | null => {
  switch (intent?._tag) {
    case undefined:
      return null
    case "Room":
      return (needs === "account" ? NEEDS_ACCOUNT : NEEDS_CREDITS)[intent.action](intent)
    case "Favourite":
      return needs === "account" ? m.reason_account_favourite(intent) : null
    case "LiveAlert":
      return needs === "account" ? m.reason_account_live_alert(intent) : null
    case "Page":
      return needs === "account" ? FOR_PAGE[intent.page]() : null
  }
}

export function IntentReason({ needs }: IntentReasonProps) {
  const reason = reasonOf(useIntentNow(), needs)
  if (reason === null) return null
  return (
    <p className="intent-reason">
      <TextRun>{reason}</TextRun>
    </p>
  )
}
