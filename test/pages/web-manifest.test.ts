/** The icons that the site is installed with: those that a manifest names are there, as large as it says. */
import { existsSync, readFileSync } from "node:fs"
import { PNG } from "pngjs"
import { describe, expect, it } from "vitest"
import { brandById } from "@foldcast/backend/brands/brands"
import { drawIcon } from "@foldcast/backend/brands/draw-icon"
import { unknownConfiguration } from "@foldcast/gateway/brand/house-brand"
import { publicBrand } from "@foldcast/gateway/brand/public-brand"
import { webManifest } from "@foldcast/gateway/pages/site-files/web-manifest"
import {
  appleIconAddress,
  DRAWN_ICONS,
  ICON_SETS,
  iconAddress,
  markAddress,
} from "@foldcast/rules/brand-icons"

const fileOf = (address: string) => new URL(`../../apps/web/public${address}`, import.meta.url)
const pictureOf = (address: string) => PNG.sync.read(readFileSync(fileOf(address)))

interface Manifest {
  readonly short_name: string
  readonly icons: ReadonlyArray<{
    readonly src: string
    readonly sizes: string
    readonly type: string
    readonly purpose: string
  }>
}

const BRANDS = [brandById("foldcast"), brandById("lumio"), unknownConfiguration("harbour")]

describe.each(BRANDS.map((configuration) => ({ brand: configuration.id, configuration })))(
  "an installed site of $brand",
  ({ configuration }) => {
    const text = webManifest(publicBrand({ configuration, lander: null, logo: null }))
    const { short_name, icons } = JSON.parse(text) as Manifest

    it("has the icons that its manifest names, each as large as it says [DISPLAY-06]", () => {
      expect(short_name).toBe("Start")
      expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
        "any any",
        "192x192 any",
        "512x512 any",
        "512x512 maskable",
      ])
      for (const { src, sizes, type } of icons) {
        expect([src, existsSync(fileOf(src))]).toEqual([src, true])
        if (type === "image/svg+xml") continue
        const { width, height } = pictureOf(src)
        expect([src, `${width}x${height}`]).toEqual([src, sizes])
      }
      const { width, height } = pictureOf(appleIconAddress(configuration.id))
      expect([width, height]).toEqual([180, 180])
    })

    it("is cut to any shape without losing its sign: outside the safe circle there is one colour, and no hole", () => {
      const maskable = icons.find(({ purpose }) => purpose === "maskable")?.src ?? ""
      for (const address of [maskable, appleIconAddress(configuration.id)]) {
        const { width, height, data } = pictureOf(address)
        const outside = new Set<string>()
        const inside = new Set<string>()
        for (let y = 0; y < height; y += 1) {
          for (let x = 0; x < width; x += 1) {
            const isSafe = Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) <= width * 0.4
            const at = 4 * (y * width + x)
            const colour = data.subarray(at, at + 4).toString("hex")
            if (isSafe) inside.add(colour)
            else outside.add(colour)
          }
        }
        expect([address, [...outside]]).toEqual([address, [expect.stringMatching(/ff$/u)]])
        expect(inside.size).toBeGreaterThan(2)
      }
    })
  },
)

describe("the icons in the repository", () => {
  it("are those that the script draws from the marks", async () => {
    for (const set of ICON_SETS) {
      const mark = readFileSync(fileOf(markAddress(set)), "utf8")
      for (const icon of DRAWN_ICONS) {
        const drawn = PNG.sync.read(await drawIcon(mark, icon))
        const { data } = pictureOf(iconAddress(set, icon))
        let furthest = 0
        for (const [at, value] of drawn.data.entries()) {
          furthest = Math.max(furthest, Math.abs(value - (data[at] ?? 0)))
        }
        expect([iconAddress(set, icon), furthest < 48]).toEqual([iconAddress(set, icon), true])
      }
    }
  })
})
