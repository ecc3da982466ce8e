/** A link within the site: it navigates without a new document and carries the tracking parameters. */
"use no memo"

import {
  createLink,
  type HistoryState,
  Link,
  type ParsedLocation,
  useLocation,
} from "@tanstack/react-router"
import type { ComponentProps, MouseEvent, ReactNode } from "react"
import { useLocale } from "./page-frame-context.tsx"
import { isPlainAddressOf, linkLocale, type PageTarget, ROUTE_OF } from "./page-target.ts"

interface Looks {
  readonly className?: string
  readonly "aria-label"?: string
  /** `true`: the current page belongs to the link's target. */
  readonly "aria-current"?: "page" | "true"
  /** A place in the page: the id of an element. */
  readonly hash?: string
  /** Opens a new tab, for example a statement next to a form. */
  readonly target?: "_blank"
  readonly rel?: "noopener"
  /** Loads a new document, because the current one may have failed. */
  readonly reloadDocument?: boolean
  readonly onClick?: (event: MouseEvent) => void
  /** False: following the link on its own page does not scroll to the top. */
  readonly resetScroll?: boolean
  /** State of the history entry besides its address. */
  readonly state?: (here: ParsedLocation["state"]) => HistoryState
  /** Another link beside this one leads to the same page, and only that one is marked as current. */
  readonly isAlias?: boolean
  readonly children: ReactNode
}
export type SiteLinkProps = Looks & PageTarget

/** A link is current only for its exact path, with any query; current links have no style of their own. */
const EXACTLY = { exact: true, includeSearch: false } as const
const NO_LOOK = {} as const

const AliasLink = createLink((anchor: ComponentProps<"a">) => (
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  <a {...anchor} aria-current={undefined} />
))

export function SiteLink({ page, params, isAlias = false, ...rest }: SiteLinkProps) {
  const locale = useLocale()
  const pathname = useLocation({ select: (location) => location.pathname })
  const Anchor = isAlias ? AliasLink : Link
  return (
    <Anchor
      to={ROUTE_OF[page]}
      params={{ ...params, locale: linkLocale(pathname, locale) }}
      activeOptions={EXACTLY}
      activeProps={NO_LOOK}
      {...(isPlainAddressOf(pathname, locale, { page, params } as PageTarget) && {
        "aria-current": "page" as const,
      })}
      {...rest}
    />
  )
}
