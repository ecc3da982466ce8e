/** The root of every page: its head, header, banners, footer and overlays. */
"use no memo"

import { HeadContent, Outlet, createRootRouteWithContext } from "@tanstack/react-router"
import "@foldcast/ui/theme.css"
import { themeColours } from "../features/site/brand-tokens.ts"
import { carryTracking, validateSearch } from "../features/site/search-parameters.ts"
import { BrokenSite } from "../features/shell/broken-site.tsx"
import { RecoveryBoundary } from "../features/site/recovery-boundary.tsx"
import { SiteShell } from "../features/shell/site-shell.tsx"
import type { RouterContext } from "../runtime/site-context.ts"

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
      ],
    }
  },
  component: Site,
})

/**
 * The site's elements in the document's head. React moves them there from any place and finds the ones that the
 * server wrote. The server writes the document itself (site-document.tsx).
 */
function Site() {
  const { frame } = Route.useRouteContext().site
  const colours = themeColours(frame.brand)
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={colours.dark} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={colours.light} />
      <HeadContent />
      <RecoveryBoundary fallback={<BrokenSite />}>
        <SiteShell>
          <Outlet />
        </SiteShell>
      </RecoveryBoundary>
    </>
  )
}
