/** Title, description and canonical addresses of a page, for search engines and tabs. Pure. */
import { pageLinks } from "../../language-links.ts"
import type { PageFrame } from "../../page-frame.ts"

/** Characters. Source: SHELL-54. */
const MAX_DESCRIPTION = 160

export interface PageTexts {
  readonly title: string
  readonly description: string
  /** A member's own page: search engines must not index it. */
  readonly isPrivate?: boolean
  /** A filtered part of a page with an address of its own: search engines follow its links but do not index it. */
  readonly isFiltered?: boolean
}

const robots = ({ isPrivate = false, isFiltered = false }: PageTexts) => {
  if (isPrivate) return [{ name: "robots", content: "noindex" }]
  return isFiltered ? [{ name: "robots", content: "noindex,follow" }] : []
}

/** `path` may end in a slash, which the router adds to the first of several pages. */
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
