/**
 * The parts around a page, by its layout (SHELL-11, SHELL-12). The white-label layout has all parts; the default
 * layout is the plain fallback for a brand without a lander; the messenger has no footer; a profile leaves the
 * space to its stream. The log-in drawer and the modals are above all layouts (overlay-host.tsx).
 */
import { type PageLayout, type PageName, PAGES } from "@foldcast/rules/page-routes"

export type Layout = PageLayout | "default"

export interface LayoutParts {
  readonly hasNavigation: boolean
  readonly hasSeo: boolean
  readonly hasFooter: boolean
}

export const LAYOUTS: Readonly<Record<Layout, LayoutParts>> = {
  whitelabel: { hasNavigation: true, hasSeo: true, hasFooter: true },
  default: { hasNavigation: false, hasSeo: false, hasFooter: true },
  messenger: { hasNavigation: false, hasSeo: false, hasFooter: false },
  profile: { hasNavigation: true, hasSeo: false, hasFooter: true },
}

/** A brand can replace the white-label layout, but not the messenger's or the profile's. */
export const layoutOf = (page: PageName, ofBrand: "whitelabel" | "default"): Layout => {
  const { layout } = PAGES[page]
  return layout === "whitelabel" ? ofBrand : layout
}
