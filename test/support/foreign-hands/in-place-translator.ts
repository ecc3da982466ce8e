/**
 * The translators of Edge and Safari: they write into existing text nodes and into the attributes that screen
 * readers speak; Edge leaves its hash attributes. A late answer is written to the node it was requested for.
 */
{
  const KEPT_OFF = "script, style, noscript, textarea, [translate=no], .notranslate"
  const ATTRIBUTES = ["aria-label", "placeholder", "title", "alt"]
  const written = new WeakMap<Text, string>()
  const originals = new Map<Text, string>()

  const isKeptOff = (element: Element | null) =>
    element === null || element.closest("body") === null || element.closest(KEPT_OFF) !== null
  const hashOf = (text: string) =>
    String(Array.from(text).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0) * 13, 0))

  const translateText = (text: Text) => {
    if (text.data.trim() === "" || written.get(text) === text.data) return
    if (isKeptOff(text.parentElement)) return
    window.foreignHands.translate(text.data, (translated) => {
      text.parentElement?.setAttribute("_msttexthash", hashOf(translated))
      text.parentElement?.setAttribute("_msthash", "1")
      if (!originals.has(text)) originals.set(text, text.data)
      written.set(text, translated)
      text.data = translated
    })
  }
  const translateAttributes = (element: Element) => {
    if (isKeptOff(element)) return
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name)
      if (value === null || value === "" || element.hasAttribute(`_mst${name}`)) continue
      element.setAttribute(`_mst${name}`, hashOf(value))
      window.foreignHands.translate(value, (translated) => {
        element.setAttribute(name, translated)
      })
    }
  }
  const look = (node: Node) => {
    if (node instanceof Text) return translateText(node)
    const nodes = document.createTreeWalker(node, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let at: Node | null = nodes.currentNode; at !== null; at = nodes.nextNode()) {
      if (at instanceof Text) translateText(at)
      else if (at instanceof Element) translateAttributes(at)
    }
  }
  window.foreignHands.register("in-place-translator", () => {
    window.foreignHands.observe(look, { characterData: true })
    window.foreignHands.onOriginal(() => {
      for (const [text, original] of originals) text.data = original
    })
  })
}
