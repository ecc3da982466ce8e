/** A section of a performer's room, with its title. */
import { html } from "hono/html"
import type { Markup } from "../page/layout.ts"

/** `isShown`: this desk holds the performer. */
export const roomSection = (
  {
    id,
    isShown,
    className = "",
  }: { readonly id: string; readonly isShown: boolean; readonly className?: string },
  title: string,
  content: Markup,
): Markup =>
  html`<section
    id="${id}"
    class="${className}"
    aria-labelledby="${id}-title"
    data-attributes
    ${isShown ? "" : "hidden"}
  >
    <h2 id="${id}-title">${title}</h2>
    ${content}
  </section>`
