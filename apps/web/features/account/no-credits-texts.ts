/** The text for too few credits: one for each action that costs credits. */
import type { ChargeAction } from "@foldcast/contracts/stream/credits"
import type { CreditsShortFor } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"

export const NO_CREDITS_TEXTS: Readonly<Record<CreditsShortFor, () => string>> = {
  chat: m.no_credits_chat,
  stream: m.no_credits_stream,
  joining: m.no_credits_joining,
  tip: m.no_credits_tip,
  vip: m.no_credits_vip,
}

const VARIANT_OF: Readonly<Record<ChargeAction, CreditsShortFor>> = {
  interval: "stream",
  "pre-paid": "joining",
}

/** The action refused in the room; otherwise the charge that the upstream API refused. */
export const noCreditsVariant = ({ credits, room }: SiteState): CreditsShortFor =>
  room?.shortFor ?? (credits.ranOut === null ? "chat" : VARIANT_OF[credits.ranOut])
