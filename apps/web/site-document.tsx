/**
 * The document around the site, written by the server only. React renders the site into one element of the body and
 * hydrates only that element (ADR 0049): `html`, `head` and `body` belong to the browser, so extensions and
 * translators may change them without a hydration mismatch.
 *
 * No element here has a sibling in React's tree: `useId` counts them, and the browser's tree begins at `children`.
 */
"use no memo"

import type { ReactNode } from "react"
import { appleIconAddress, iconSetOf, markAddress } from "@foldcast/rules/brand-icons"
import { INTRO_SCRIPT } from "./features/home/intro.ts"
import { brandTokens } from "./features/site/brand-tokens.ts"
import { fixedTheme, THEME_SCRIPT } from "./features/site/theme-choice.ts"
import { PAGE_FRAME_ID, type PageFrame, SITE_ID, writePageFrame } from "./page-frame.ts"
import { FIRST_FACTS_ID } from "./runtime/first-facts.ts"
import { FIRST_PRESSES } from "./runtime/first-presses.ts"
import { FIRST_SCRIPT } from "./runtime/link-action.ts"
import { PAGE_ANSWERS_ID } from "./runtime/page-answers.ts"

/** React adds the head itself, with the head elements of the site's components. */
export function SiteDocument({
  frame: { brand, locale },
  children,
}: {
  readonly frame: PageFrame
  readonly children: ReactNode
}) {
  return (
    <html
      lang={locale}
      dir="ltr"
      data-brand={brand.id}
      data-theme={fixedTheme(null, brand.features) ?? undefined}
      style={brandTokens(brand)}
    >
      <body>
        <div id={SITE_ID}>{children}</div>
      </body>
    </html>
  )
}

const HEAD = "<head>"
const BODY_END = "</body>"

export interface DocumentParts {
  readonly frame: PageFrame
  /** Texts of data blocks, without `<` (script-json.ts). */
  readonly firstFacts: string
  readonly pageAnswers: string
  /** The gateway's own; it needs no escaping. */
  readonly nonce: string
}

/**
 * The rule that React Aria puts into the head with its first button, under the id by which it finds it. Put there
 * after the first paint it would cost the style and the layout of the whole page once more: a style sheet with a layer
 * makes the browser look for every font anew.
 */
const PRESSABLE_STYLE = "@layer{[data-react-aria-pressable]{touch-action:pan-x pan-y pinch-zoom}}"

/** They stay as they are for the document's life, so the browser's script does not know them. */
const iconsOf = (brand: string): string =>
  `<link rel="icon" href="${markAddress(iconSetOf(brand))}" type="image/svg+xml"/>` +
  `<link rel="apple-touch-icon" href="${appleIconAddress(brand)}"/>` +
  `<link rel="manifest" href="/manifest.webmanifest"/>`

/**
 * The first elements of the head. React writes style sheets and metas before scripts, and a browser requests a
 * style sheet with the whole address as its referrer, which may contain a link's token. So first come a strict
 * referrer policy and the script that cleans the address and then removes both (link-action.ts); then what
 * the visitor chose of the theme and of the introduction, before the first paint; and the icons.
 */
const headOf = ({ frame, nonce }: DocumentParts): string =>
  `<meta name="referrer" content="strict-origin"/><script nonce="${nonce}">${FIRST_PRESSES}${FIRST_SCRIPT}</script>` +
  `<meta property="csp-nonce" nonce="${nonce}"/><script nonce="${nonce}">${THEME_SCRIPT};${INTRO_SCRIPT}</script>` +
  `<style id="react-aria-pressable-style" nonce="${nonce}">${PRESSABLE_STYLE}</style>` +
  iconsOf(frame.brand.id)

/** After the elements of the first view; chunks of the entry are not preloaded. */
const bodyEndOf = ({ frame, firstFacts, pageAnswers, nonce }: DocumentParts): string => {
  const block = (id: string, json: string) =>
    `<script id="${id}" type="application/json" nonce="${nonce}">${json}</script>`
  return (
    block(PAGE_FRAME_ID, writePageFrame(frame)) +
    block(FIRST_FACTS_ID, firstFacts) +
    block(PAGE_ANSWERS_ID, pageAnswers) +
    `<script type="module" src="${frame.assets.script}" fetchpriority="low" nonce="${nonce}"></script>`
  )
}

export const withBodyEnd = (html: string, end: string): string => {
  const at = html.lastIndexOf(BODY_END)
  return at < 0 ? html + end : html.slice(0, at) + end + html.slice(at)
}

/** The rendered page with the parts outside React; a page without a head or a body stays unchanged. */
export const withDocumentParts = (html: string, parts: DocumentParts): string => {
  const headEnd = html.indexOf(HEAD) + HEAD.length
  const bodyEnd = html.lastIndexOf(BODY_END)
  if (headEnd < HEAD.length || bodyEnd < headEnd) return html
  return (
    html.slice(0, headEnd) +
    headOf(parts) +
    html.slice(headEnd, bodyEnd) +
    bodyEndOf(parts) +
    html.slice(bodyEnd)
  )
}
