/**
 * Grammarly and LanguageTool: attributes on the body and on editable fields, their own elements before and after a
 * field, and one after the body.
 */
{
  const WRITTEN_IN =
    "textarea, [contenteditable=true], input[type=text], input[type=email], input:not([type])"
  const attach = (field: Element) => {
    if (field.hasAttribute("data-gramm_id")) return
    field.setAttribute("data-gramm", "false")
    field.setAttribute("data-gramm_id", "1f2e3d4c")
    field.setAttribute("data-lt-tmp-id", "lt-301541")
    field.setAttribute("spellcheck", "false")
    const highlighter = document.createElement("lt-highlighter")
    highlighter.style.cssText = "display: none; z-index: 1 !important;"
    field.before(highlighter)
    const extension = document.createElement("grammarly-extension")
    extension.setAttribute("data-grammarly-shadow-root", "true")
    extension.style.cssText = "position: absolute; top: 0; left: 0; pointer-events: none;"
    field.after(extension)
  }
  const signBody = () => {
    if (document.body === null || document.body.hasAttribute("data-new-gr-c-s-check-loaded")) return
    document.body.setAttribute("data-new-gr-c-s-check-loaded", "14.1200.0")
    document.body.setAttribute("data-gr-ext-installed", "")
    document.documentElement.append(document.createElement("grammarly-desktop-integration"))
  }
  const look = (node: Node) => {
    signBody()
    if (!(node instanceof Element) && !(node instanceof Document)) return
    if (node instanceof Element && node.matches(WRITTEN_IN)) attach(node)
    for (const field of node.querySelectorAll(WRITTEN_IN)) attach(field)
  }
  window.foreignHands.register("grammar-checker", () => {
    window.foreignHands.observe(look)
  })
}
