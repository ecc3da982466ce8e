/**
 * What a page is framed by besides its facts: language, brand, consent, addresses, files. The gateway
 * decides, the server writes it into the HTML, and the browser reads it from there instead of guessing
 * anew.
 */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Locale } from "@foldcast/contracts/units"
import { scriptJson } from "./script-json.ts"

/** Addresses of what the build made of the browser's part. */
export interface PageAssets {
  /** The entry. */
  readonly script: string
  readonly styles: ReadonlyArray<string>
  readonly fonts: ReadonlyArray<string>
}

/** What the visitor said of data that are not strictly necessary; null: nothing yet (ADR 0012). */
export type Consent = "accepted" | "refused" | null

/**
 * Of a link that acts by its token, in whose page this stands: it asks for a press, or it goes on by itself in
 * the browser of its own member, which the gateway alone can tell (ADR 0048). The token is no part of it.
 */
export type MailedLink = "none" | "asks" | "goesOn"

export interface PageFrame {
  readonly locale: Locale
  readonly brand: PublicBrand
  /** As the page's own request said it; what is chosen later stands in the state. */
  readonly consent: Consent
  readonly mailedLink: MailedLink
  /** The site's own origin, for canonical addresses. */
  readonly origin: string
  readonly assets: PageAssets
}

export const PAGE_FRAME_ID = "page-frame"

/** The element that the site is rendered into and hydrated in. */
export const SITE_ID = "site"

export const writePageFrame = ({
  locale,
  brand,
  consent,
  mailedLink,
  origin,
  assets,
}: PageFrame): string => scriptJson({ locale, brand, consent, mailedLink, origin, assets })

/** Written by the server of this very page, so it is what it says. */
export const readPageFrame = (text: string): PageFrame => JSON.parse(text) as PageFrame
