/**
 * `/manifest.webmanifest`: the site as an installed app. The name under the icon reveals nothing about the site.
 * Pure.
 */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import { surfaceColour } from "@foldcast/colours/brand-colours"
import { hexOf } from "@foldcast/colours/contrast"
import { DRAWN_ICONS, iconAddress, iconSetOf, markAddress } from "@foldcast/rules/brand-icons"

const NEUTRAL_NAME = "Start"

const iconsOf = (brand: string) => {
  const set = iconSetOf(brand)
  return [
    { src: markAddress(set), sizes: "any", type: "image/svg+xml", purpose: "any" },
    ...DRAWN_ICONS.flatMap((icon) =>
      icon.purpose === "apple"
        ? []
        : [
            {
              src: iconAddress(set, icon),
              sizes: `${icon.size}x${icon.size}`,
              type: "image/png",
              purpose: icon.purpose,
            },
          ],
    ),
  ]
}

export const webManifest = ({ id, name, colours }: PublicBrand): string => {
  const surface = hexOf(surfaceColour("dark", "bg", colours.surfaceHue))
  return JSON.stringify({
    id: "/",
    name,
    short_name: NEUTRAL_NAME,
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: surface,
    background_color: surface,
    icons: iconsOf(id),
  })
}
