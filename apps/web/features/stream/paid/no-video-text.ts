/** Why private and VIP are closed to who could not see the video. Pure. */
import { m } from "@foldcast/messages/messages"
import type { NoVideoReason } from "../media/video-connection-state.ts"

const TEXTS: Readonly<Record<NoVideoReason, (inputs: { readonly name: string }) => string>> = {
  browser: m.not_shown_browser,
  form: m.not_shown_form,
  network: m.not_shown_network,
  untilItComes: m.not_shown_yet,
}

export const noVideoText = (reason: NoVideoReason, name: string): string => TEXTS[reason]({ name })
