/**
 * The breakpoints of layouts, in CSS pixels. Style sheets have no constants, so they repeat these numbers in
 * `@media (width …)`; breakpoints.test.ts rejects any other number.
 */
export const BREAKPOINTS = {
  phone: 320,
  widePhone: 640,
  /** Tooltips appear from this width. */
  tablet: 768,
  /** A narrower viewport counts as mobile. */
  desktop: 1_024,
  wideDesktop: 1_280,
  widest: 1_536,
} as const
