import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import * as heart from "lucide-react/icons/heart"
import * as menu from "lucide-react/icons/menu"
import * as alert from "lucide-react/icons/triangle-exclamation-point"
import { drawnIcon, type IconData } from "./drawn-icon.ts"

/** The package declares the components alone. */
const dataOf = (module: object): IconData =>
  (module as { readonly __iconData: IconData }).__iconData

describe("an icon as the build makes it", () => {
  it("is the element that the package's own component renders, whatever the site gives it", () => {
    const given = [
      {},
      { size: 18, "aria-hidden": true as const },
      { size: 22, className: "favourite-button__heart", fill: "currentColor" },
    ]
    for (const icon of [heart, menu, alert]) {
      const drawn = drawnIcon(dataOf(icon))
      for (const props of given) {
        expect(renderToStaticMarkup(createElement(drawn, props))).toBe(
          renderToStaticMarkup(createElement(icon.default, props)),
        )
      }
    }
  })
})
