/**
 * Google's translator, in Chrome and as an extension: it replaces each text by two nested font elements with the
 * translation, again after each change by the page. A late answer is written to the node it was requested for, even
 * if its text has changed. It skips text marked as not to be translated.
 */
{
  const KEPT_OFF = "script, style, noscript, textarea, [translate=no], .notranslate, .skiptranslate"
  const own = new WeakSet<Node>()
  const originals = new Map<Element, Text>()

  const font = (): HTMLElement => {
    const made = document.createElement("font")
    made.setAttribute("dir", "auto")
    made.style.setProperty("vertical-align", "inherit")
    own.add(made)
    return made
  }
  const replace = (text: Text, translated: string) => {
    if (text.parentNode === null) return
    const [outer, inner] = [font(), font()]
    const words = document.createTextNode(translated)
    own.add(words)
    inner.append(words)
    outer.append(inner)
    text.replaceWith(outer)
    originals.set(outer, text)
  }
  const translateText = (text: Text) => {
    if (own.has(text) || text.data.trim() === "") return
    const parent = text.parentElement
    if (parent === null || parent.closest("body") === null || parent.closest(KEPT_OFF) !== null)
      return
    window.foreignHands.translate(text.data, (translated) => {
      replace(text, translated)
    })
  }
  const look = (node: Node) => {
    if (node instanceof Text) return translateText(node)
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let at = texts.nextNode(); at !== null; at = texts.nextNode()) {
      if (at instanceof Text) translateText(at)
    }
  }
  const sign = () => {
    document.documentElement.classList.add("translated-ltr")
    document.documentElement.lang = document.documentElement.lang === "en" ? "de" : "en"
    const style = document.createElement("link")
    style.rel = "stylesheet"
    const bubble = document.createElement("div")
    bubble.id = "goog-gt-tt"
    bubble.className = "VIpgJd-yAWNEb-L7lbkb skiptranslate"
    bubble.style.display = "none"
    document.head.append(style)
    document.body.append(bubble)
  }
  window.foreignHands.register("page-translator", () => {
    window.foreignHands.observe(look, { characterData: true })
    window.foreignHands.onOriginal(() => {
      for (const [outer, text] of originals) outer.replaceWith(text)
    })
    if (document.body === null) addEventListener("DOMContentLoaded", sign)
    else sign()
  })
}
