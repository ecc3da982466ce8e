/** Title, description and addresses of a page, as search engines and tabs read them. Pure. */
import { pageLinks } from "../../language-links.ts"
import type { PageFrame } from "../../page-frame.ts"

/** Characters. Source: SHELL-54. */
const MAX_DESCRIPTION = 160

export interface PageTexts {
  readonly title: string
  readonly description: string
  /** A member's own: nothing for search engines. */
  readonly isPrivate?: boolean
  /** Part of a page that has an address of its own: found by its links, not by its address. */
  readonly isFiltered?: boolean
}

const robots = ({ isPrivate = false, isFiltered = false }: PageTexts) => {
  if (isPrivate) return [{ name: "robots", content: "noindex" }]
  return isFiltered ? [{ name: "robots", content: "noindex,follow" }] : []
}

/** `path` may end in the slash that the router gives the first page of several. */
export const pageHead = (
  frame: Pick<PageFrame, "locale" | "origin">,
  path: string,
  texts: PageTexts,
) => ({
  meta: [
    { title: texts.title },
    { name: "description", content: texts.description.slice(0, MAX_DESCRIPTION) },
    ...robots(texts),
  ],
  links: [...pageLinks(frame.origin, path.replace(/(?<=.)\/$/u, ""), frame.locale)],
})
