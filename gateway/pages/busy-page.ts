/**
 * The page shown instead of the requested one under overload, over a rate limit, or while sessions cannot be read.
 * It says why and when to retry, in the visitor's language. It needs no script and no further request, and carries
 * no brand. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { plainPage } from "./plain-error-page.ts"

export interface Busy {
  /**
   * `address`: too many pages from the visitor's network. `load`: too many pages overall. `outage`: the session
   * cannot be looked up.
   */
  readonly why: "address" | "load" | "outage"
  readonly retryAfterSeconds: number
}

const TEXTS = {
  address: { status: 429, title: m.busy_address_heading, text: m.busy_address_text },
  load: { status: 503, title: m.busy_page_heading, text: m.busy_page_text },
  outage: { status: 503, title: m.busy_outage_heading, text: m.busy_outage_text },
} as const

/** Longer waits are shown in minutes. */
const MAX_SECONDS = 90

const retryText = (seconds: number, locale: Locale): string =>
  seconds <= MAX_SECONDS
    ? m.busy_retry_seconds({ seconds }, { locale })
    : m.busy_retry_minutes({ minutes: Math.ceil(seconds / 60) }, { locale })

export const busyPage = ({ why, retryAfterSeconds }: Busy, locale: Locale): Response => {
  const { status, title, text } = TEXTS[why]
  const response = plainPage({
    status,
    locale,
    title: title({}, { locale }),
    text: `${text({}, { locale })} ${retryText(retryAfterSeconds, locale)}`,
    // Reloads the same address.
    link: { href: "", text: m.busy_retry({}, { locale }) },
  })
  response.headers.set("Retry-After", String(retryAfterSeconds))
  return response
}
