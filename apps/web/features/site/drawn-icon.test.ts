import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import Menu, { __iconData as menu } from "lucide-react/icons/menu"
import Heart, { __iconData as heart } from "lucide-react/icons/heart"
import Alert, { __iconData as alert } from "lucide-react/icons/triangle-exclamation-point"
import { drawnIcon, type IconData } from "./drawn-icon.ts"

const ICONS = [
  { own: Menu, data: menu },
  { own: Heart, data: heart },
  { own: Alert, data: alert },
] as const

describe("an icon as the build makes it", () => {
  it("is the element that the package's own component renders, whatever the site gives it", () => {
    const given = [
      {},
      { size: 18, "aria-hidden": true as const },
      { size: 22, className: "favourite-button__heart", fill: "currentColor" },
    ]
    for (const { own, data } of ICONS) {
      const drawn = drawnIcon(data as unknown as IconData)
      for (const props of given) {
        expect(renderToStaticMarkup(createElement(drawn, props))).toBe(
          renderToStaticMarkup(createElement(own, props)),
        )
      }
    }
  })
})
