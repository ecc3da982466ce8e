/** Title, description and addresses of a page, as search engines and tabs read them. Pure. */
import { pageLinks } from "../../language-links.ts"
import type { PageFrame } from "../../page-frame.ts"

/** Characters. Source: product spec, section 5. */
const MAX_DESCRIPTION = 160

export interface PageTexts {
  readonly title: string
  readonly description: string
  /** A member's own: nothing for search engines. */
  readonly isPrivate?: boolean
}

/** `path` may end in the slash that the router gives the first page of several. */
export const pageHead = (
  frame: Pick<PageFrame, "locale" | "origin">,
  path: string,
  { title, description, isPrivate = false }: PageTexts,
) => ({
  meta: [
    { title },
    { name: "description", content: description.slice(0, MAX_DESCRIPTION) },
    ...(isPrivate ? [{ name: "robots", content: "noindex" }] : []),
  ],
  links: [...pageLinks(frame.origin, path.replace(/(?<=.)\/$/u, ""), frame.locale)],
})
