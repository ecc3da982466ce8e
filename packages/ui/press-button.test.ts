import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { describe, expect, it } from "vitest"
import { LiveButton, type PressButtonProps, WrittenButton } from "./press-button.tsx"

const GIVEN: ReadonlyArray<Readonly<Record<string, unknown>>> = [
  {},
  { className: "ui-button", "aria-label": "Menu", onPress: () => {} },
  { id: "own", type: "submit", name: "next", value: "1", form: "search", formNoValidate: true },
  { isDisabled: true, "aria-describedby": "why" },
  { isPending: true, type: "submit", onHoverStart: () => {} },
  { isPending: true, isDisabled: true },
  { excludeFromTabOrder: true, "aria-hidden": true, "aria-disabled": "true" },
  { "aria-haspopup": "dialog", "aria-expanded": false, "aria-controls": "menu" },
  { "aria-pressed": true, "aria-current": "page", lang: "nl", autoFocus: true },
  { "data-kind": "filter", onClick: () => {}, hidden: true },
]

describe("a button that the server writes", () => {
  it("is the one that the browser takes over, attribute by attribute", () => {
    for (const given of GIVEN) {
      const props = given as unknown as PressButtonProps
      const written = renderToString(createElement(WrittenButton, props, "Go on"))
      expect(written).toBe(renderToString(createElement(LiveButton, props, "Go on")))
      expect(written).toContain("Go on")
    }
  })
})
