/**
 * `/manifest.webmanifest`: the site as an installed app. The name under the icon reveals nothing about the site.
 * Pure.
 */
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import { surfaceColour } from "@foldcast/colours/brand-colours"
import { hexOf } from "@foldcast/colours/contrast"

const NEUTRAL_NAME = "Start"

export const webManifest = ({ name, colours }: PublicBrand): string => {
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
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    ],
  })
}
