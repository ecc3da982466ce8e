/** The text for too few credits: one for each action that costs credits, and how many each takes. Pure. */
import { CREDITS_PER_MINUTE, MESSAGE_PRICE } from "@foldcast/contracts/chat-rules"
import type { ChargeAction } from "@foldcast/contracts/stream/credits"
import type { CreditsShortFor } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"

/** What a window for too few credits is about: a refusal in the room, or a private message. */
export type NoCreditsVariant = CreditsShortFor | "message"

export const NO_CREDITS_TEXTS: Readonly<Record<NoCreditsVariant, () => string>> = {
  message: m.no_credits_message,
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

/**
 * Private and VIP take a minute of credits to begin. Null where it is not known: after a reload, and of a tip that this
 * document did not ask for.
 */
export const creditsNeeded = (
  variant: CreditsShortFor,
  { credits, room }: Pick<SiteState, "credits" | "room">,
  tip: number | null,
): number | null => {
  if ((room?.shortFor ?? credits.ranOut) === null) return null
  switch (variant) {
    case "tip":
      return tip
    case "chat":
      return MESSAGE_PRICE
    case "vip":
      return CREDITS_PER_MINUTE.vip
    case "joining":
      return CREDITS_PER_MINUTE.chat
    case "stream":
      return CREDITS_PER_MINUTE[room?.receipt?.mode ?? "chat"]
  }
}
