/** The document around every page: head, header, banners, footer, and what floats above them. */
"use no memo"

import { HeadContent, Outlet, Scripts, createRootRouteWithContext } from "@tanstack/react-router"
import "@foldcast/ui/theme.css"
import { brandTokens, themeColours } from "../features/site/brand-tokens.ts"
import { carryTracking, validateSearch } from "../features/site/search-parameters.ts"
import { BrokenSite } from "../features/shell/broken-site.tsx"
import { RecoveryBoundary } from "../features/site/recovery-boundary.tsx"
import { SiteShell } from "../features/shell/site-shell.tsx"
import { fixedTheme, THEME_SCRIPT } from "../features/site/theme-choice.ts"
import { PAGE_FRAME_ID, writePageFrame } from "../page-frame.ts"
import type { SiteDocument } from "../router.tsx"
import { PAGE_ANSWERS_ID } from "../runtime/page-answers.ts"
import { FIRST_FACTS_ID } from "../runtime/first-facts.ts"

export interface RouterContext {
  readonly site: SiteDocument
}

export const Route = createRootRouteWithContext<RouterContext>()({
  validateSearch,
  search: { middlewares: [carryTracking] },
  head: ({ match }) => {
    const { assets } = match.context.site.frame
    return {
      meta: [
        { charSet: "utf-8" },
        {
          name: "viewport",
          content: "width=device-width, initial-scale=1, interactive-widget=resizes-content",
        },
        { name: "color-scheme", content: "dark light" },
        { name: "rating", content: "RTA-5042-1996-1400-1577-RTA" },
      ],
      links: [
        ...assets.fonts.map((href) => ({
          rel: "preload",
          as: "font",
          type: "font/woff2",
          crossOrigin: "anonymous" as const,
          href,
        })),
        ...assets.styles.map((href) => ({ rel: "stylesheet", href })),
        { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
        { rel: "manifest", href: "/manifest.webmanifest" },
      ],
    }
  },
  component: Document,
})

/** Text of a data block, as the server wrote it: the browser renders the very same characters. */
function DataBlock({ id, json, nonce }: { id: string; json: string; nonce: string | undefined }) {
  return (
    <script
      id={id}
      type="application/json"
      nonce={nonce}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

/** Runs while the page is read, before its styles and modules are even asked for. */
function InlineScript({ text, nonce }: { text: string; nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

function Document() {
  const { site } = Route.useRouteContext()
  const { frame, firstFacts, pageAnswers, nonce } = site
  const { brand, locale } = frame
  const colours = themeColours(brand)
  return (
    // The scripts set data-script and data-theme before the first paint, which the markup cannot know.
    <html
      lang={locale}
      dir="ltr"
      data-brand={brand.id}
      data-theme={fixedTheme(null, brand.features) ?? undefined}
      style={brandTokens(brand)}
      suppressHydrationWarning
    >
      <head>
        <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={colours.dark} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={colours.light} />
        <InlineScript text={THEME_SCRIPT} nonce={nonce} />
        <HeadContent />
      </head>
      <body>
        <RecoveryBoundary fallback={<BrokenSite />}>
          <SiteShell>
            <Outlet />
          </SiteShell>
        </RecoveryBoundary>
        <DataBlock id={PAGE_FRAME_ID} json={writePageFrame(frame)} nonce={nonce} />
        <DataBlock id={FIRST_FACTS_ID} json={firstFacts} nonce={nonce} />
        <DataBlock id={PAGE_ANSWERS_ID} json={pageAnswers} nonce={nonce} />
        <Scripts />
        {/* Behind what the first view is made of, and no chunk of it is asked for ahead. */}
        <script
          type="module"
          src={frame.assets.script}
          fetchPriority="low"
          nonce={nonce}
          suppressHydrationWarning
        />
      </body>
    </html>
  )
}
