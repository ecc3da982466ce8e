/**
 * LastPass, Bitwarden, 1Password and Dashlane: attributes on fields and forms, an icon after a field, one before it
 * and one in its label, and their own windows at the end of the body and after it.
 */
{
  const FIELDS = "input:not([type=checkbox], [type=radio], [type=range], [type=hidden])"
  let count = 0

  const icon = (name: string, attribute: string) => {
    const made = document.createElement(name)
    made.setAttribute(attribute, "")
    made.style.cssText =
      "position: relative !important; height: 0 !important; width: 0 !important; float: left !important;"
    return made
  }
  const attach = (field: HTMLInputElement) => {
    if (field.hasAttribute("data-kwimpalastatus")) return
    count += 1
    field.setAttribute("data-kwimpalastatus", "alive")
    field.setAttribute("data-kwimpalaid", String(count))
    field.setAttribute("data-lastpass-icon-root", "")
    field.setAttribute("data-com-onepassword-filled", "light")
    field.form?.setAttribute("data-kwimpalastatus", "dead")
    field.after(icon("div", "data-lastpass-infield"))
    field.before(icon("span", "data-dashlane-rid"))
    field.labels?.[0]?.append(icon("span", "data-bw-icon"))
  }
  const attachWindows = () => {
    if (document.body === null || document.querySelector("com-1password-menu") !== null) return
    document.body.append(document.createElement("com-1password-menu"))
    document.body.append(icon("div", "data-lastpass-root"))
    document.documentElement.append(document.createElement("bitwarden-inline-menu"))
  }
  const look = (node: Node) => {
    attachWindows()
    if (node instanceof HTMLInputElement && node.matches(FIELDS)) attach(node)
    if (!(node instanceof Element) && !(node instanceof Document)) return
    for (const field of node.querySelectorAll<HTMLInputElement>(FIELDS)) attach(field)
  }
  window.foreignHands.register("password-manager", () => {
    window.foreignHands.observe(look)
  })
}
