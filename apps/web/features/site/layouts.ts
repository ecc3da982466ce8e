/**
 * What surrounds a page, by its layout (SHELL-11, SHELL-12): the white-label layout has everything; the
 * default one is the plain fallback of a brand without a lander; the messenger has no footer; a profile
 * leaves the room to its stream. Auth drawer and modals float above all of them (overlay-host.tsx).
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

/** A brand may do without the white-label layout, not without the messenger's or the profile's. */
export const layoutOf = (page: PageName, ofBrand: "whitelabel" | "default"): Layout => {
  const { layout } = PAGES[page]
  return layout === "whitelabel" ? ofBrand : layout
}
