/** A button that carries out one act: a form of hidden fields. Pure. */
import { html } from "hono/html"
import type { Markup } from "../page/layout.ts"

export const actButton = (
  {
    action,
    id,
    label,
    isFirst,
  }: {
    readonly action: string
    readonly id: string
    readonly label: string
    readonly isFirst?: boolean
  },
  fields: Readonly<Record<string, string>>,
): Markup =>
  html`<form method="post" action="${action}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button id="${id}" class="${isFirst === true ? "first" : ""}">${label}</button>
  </form>`
