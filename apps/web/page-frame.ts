/**
 * A page's frame besides its facts: language, brand, consent, addresses, files. The gateway decides it, the server
 * writes it into the HTML, and the browser reads it from there.
 */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Locale } from "@foldcast/contracts/units"
import type { KnownPerformers } from "@foldcast/rules/grid/known-performers"
import { scriptJson } from "./script-json.ts"

/** Addresses of the client build's files. */
export interface PageAssets {
  /** The entry. */
  readonly script: string
  readonly styles: ReadonlyArray<string>
  readonly fonts: ReadonlyArray<string>
}

/** The visitor's choice about data that are not strictly necessary; null: none yet (ADR 0012). */
export type Consent = "accepted" | "refused" | null

/**
 * For a page opened by a link with a token: whether it asks for a press, or acts by itself in the browser of the
 * link's own member, which only the gateway can tell (ADR 0048). The token is not part of it.
 */
export type MailedLink = "none" | "asks" | "goesOn"

export interface PageFrame {
  readonly locale: Locale
  readonly brand: PublicBrand
  /** From the page's own request; a later choice is in the state. */
  readonly consent: Consent
  readonly mailedLink: MailedLink
  /** Whom the request's cookies name; absent: nobody. */
  readonly known?: KnownPerformers | undefined
  /** The site's own origin, for canonical addresses. */
  readonly origin: string
  readonly assets: PageAssets
}

export const PAGE_FRAME_ID = "page-frame"

/** The element in which the site is rendered and hydrated. */
export const SITE_ID = "site"

export const writePageFrame = ({
  locale,
  brand,
  consent,
  mailedLink,
  known,
  origin,
  assets,
}: PageFrame): string => scriptJson({ locale, brand, consent, mailedLink, known, origin, assets })

/** Trusted without checks: the server wrote it into this page. */
export const readPageFrame = (text: string): PageFrame => JSON.parse(text) as PageFrame
