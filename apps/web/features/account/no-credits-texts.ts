/** What had too few credits, in words: one text for each thing that costs some. */
import type { ChargeAction } from "@foldcast/contracts/stream/credits"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"

export type NoCreditsVariant = "chat" | "stream" | "joining" | "tip" | "vip"

export const NO_CREDITS_TEXTS: Readonly<Record<NoCreditsVariant, () => string>> = {
  chat: m.no_credits_chat,
  stream: m.no_credits_stream,
  joining: m.no_credits_joining,
  tip: m.no_credits_tip,
  vip: m.no_credits_vip,
}

const VARIANT_OF: Readonly<Record<ChargeAction, NoCreditsVariant>> = {
  interval: "stream",
  "pre-paid": "joining",
}

/** Which charge the upstream said found no credits. */
export const noCreditsVariant = ({ credits }: SiteState): NoCreditsVariant =>
  credits.ranOut === null ? "chat" : VARIANT_OF[credits.ranOut]
