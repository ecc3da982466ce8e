/** The head of a member's own page: title and description, not indexed by search engines. */
import type { PageFrame } from "../../page-frame.ts"
import { pageHead } from "./page-head.ts"

interface Shown {
  readonly match: {
    readonly pathname: string
    readonly context: { readonly site: { readonly frame: PageFrame } }
  }
}

export const privateHead =
  (title: () => string, description: (inputs: { readonly brand: string }) => string) =>
  ({ match }: Shown) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${title()} · ${brand}`,
      description: description({ brand }),
      isPrivate: true,
    })
  }
