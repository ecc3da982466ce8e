/**
 * The addresses of a brand's icons: its mark as SVG, which the browser's tab shows, and PNGs of it for home screens.
 * A brand without a mark of its own has one that names nobody. Pure.
 */

/** The brands with a mark of their own; `npm run icons` draws the PNGs of each, and of `site`. */
const OWN_ICONS = ["foldcast", "lumio"] as const
export const ICON_SETS = [...OWN_ICONS, "site"] as const
export type IconSet = (typeof ICON_SETS)[number]

export interface DrawnIcon {
  /** The end of the file's name, without `.png`. */
  readonly name: string
  /** Pixels of its width and height. */
  readonly size: number
  /**
   * `any` has round corners. The others fill their square, because the system cuts them to its own shape; a maskable
   * icon keeps what it shows in the middle, in a circle of 80 % of its width (W3C, Web Application Manifest).
   */
  readonly purpose: "any" | "maskable" | "apple"
}

export const DRAWN_ICONS: ReadonlyArray<DrawnIcon> = [
  { name: "192", size: 192, purpose: "any" },
  { name: "512", size: 512, purpose: "any" },
  { name: "maskable-512", size: 512, purpose: "maskable" },
  { name: "apple-180", size: 180, purpose: "apple" },
]

export const iconSetOf = (brand: string): IconSet =>
  OWN_ICONS.find((own) => own === brand) ?? "site"

export const markAddress = (set: IconSet): string => `/icons/${set}.svg`

export const iconAddress = (set: IconSet, { name }: DrawnIcon): string =>
  `/icons/${set}-${name}.png`

/** What a phone without a manifest's support puts on its home screen. */
export const appleIconAddress = (brand: string): string =>
  `/icons/${iconSetOf(brand)}-apple-180.png`
