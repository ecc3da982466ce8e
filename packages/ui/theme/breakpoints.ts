/**
 * Where layouts change, in CSS pixels. Style sheets can hold no constants, so they repeat these
 * numbers in `@media (width …)`; breakpoints.test.ts finds any other.
 */
export const BREAKPOINTS = {
  phone: 320,
  widePhone: 640,
  /** Tooltips appear from here. */
  tablet: 768,
  /** Under this a viewport counts as mobile. */
  desktop: 1_024,
  wideDesktop: 1_280,
  widest: 1_536,
} as const
