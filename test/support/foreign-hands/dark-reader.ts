/**
 * Dark Reader: adds style sheets before, beside and after the page's, attributes on the root, and an inline style
 * with an attribute on each element that has an inline style. It restores them when the page removes them.
 */
{
  const SHEETS = [
    "fallback",
    "user-agent",
    "text",
    "invert",
    "inline",
    "variables",
    "root-vars",
    "override",
  ]

  const sheet = (name: string) => {
    const style = window.foreignHands.styleSheet()
    style.className = `darkreader darkreader--${name}`
    style.media = "screen"
    return style
  }
  let sheets: ReadonlyArray<HTMLStyleElement> = []
  const keepSheets = () => {
    if (sheets.length === 0) sheets = SHEETS.map(sheet)
    const place = document.head ?? document.documentElement
    if (place === null) return
    for (const [index, style] of sheets.entries()) {
      if (style.isConnected) continue
      if (index < 5) place.prepend(style)
      else place.append(style)
    }
  }
  const signRoot = () => {
    const { documentElement: root } = document
    root?.setAttribute("data-darkreader-mode", "dynamic")
    root?.setAttribute("data-darkreader-scheme", "dark")
    root?.setAttribute("data-darkreader-proxy-injected", "true")
  }
  const followSheet = (element: Element) => {
    const isSheet = element.matches("link[rel~=stylesheet], style:not(.darkreader)")
    if (!isSheet || element.nextElementSibling?.classList.contains("darkreader--sync") === true)
      return
    element.after(sheet("sync"))
  }
  const darkenInline = (element: Element) => {
    if (!(element instanceof HTMLElement) || !element.hasAttribute("style")) return
    if (element.hasAttribute("data-darkreader-inline-bgcolor")) return
    element.setAttribute("data-darkreader-inline-bgcolor", "")
    element.style.setProperty("--darkreader-inline-bgcolor", "#181a1b")
  }
  const look = (node: Node) => {
    keepSheets()
    signRoot()
    if (!(node instanceof Element) && !(node instanceof Document)) return
    const below = [...node.querySelectorAll("link[rel~=stylesheet], style, [style]")]
    for (const element of node instanceof Element ? [node, ...below] : below) {
      followSheet(element)
      darkenInline(element)
    }
  }
  window.foreignHands.register("dark-reader", () => {
    window.foreignHands.observe(look, { attributes: true, attributeFilter: ["style"] })
  })
}
