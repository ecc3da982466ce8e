/**
 * What is shown in a page's place where there are too many: why, and when to try again, in the visitor's
 * language. It needs no script and nothing more of the gateway, and belongs to no brand. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { plainPage } from "./plain-error-page.ts"

export interface Busy {
  /** 429: too many pages from the visitor's network. 503: too many of all together. */
  readonly status: 429 | 503
  readonly retryAfterSeconds: number
}

/** Longer waits are told in minutes. */
const MOST_SECONDS = 90

const retryText = (seconds: number, locale: Locale): string =>
  seconds <= MOST_SECONDS
    ? m.busy_retry_seconds({ seconds }, { locale })
    : m.busy_retry_minutes({ minutes: Math.ceil(seconds / 60) }, { locale })

export const busyPage = ({ status, retryAfterSeconds }: Busy, locale: Locale): Response => {
  const [title, text] =
    status === 429
      ? [m.busy_address_heading({}, { locale }), m.busy_address_text({}, { locale })]
      : [m.busy_page_heading({}, { locale }), m.busy_page_text({}, { locale })]
  const response = plainPage({
    status,
    locale,
    title,
    text: `${text} ${retryText(retryAfterSeconds, locale)}`,
    // The same address again.
    link: { href: "", text: m.busy_retry({}, { locale }) },
  })
  response.headers.set("Retry-After", String(retryAfterSeconds))
  return response
}
