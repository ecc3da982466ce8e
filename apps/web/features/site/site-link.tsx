/** A link to a page of the site: shown without a new document, with the tracking parameters along. */
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
  /** `true`: the page is part of what this leads to. */
  readonly "aria-current"?: "page" | "true"
  /** A tab of its own, such as for a statement beside a form. */
  readonly target?: "_blank"
  readonly rel?: "noopener"
  /** As a new document: what is on this one may have failed. */
  readonly reloadDocument?: boolean
  readonly onClick?: (event: MouseEvent) => void
  /** False: whoever follows it on its own page is not brought to the top. */
  readonly resetScroll?: boolean
  /** What the entry in the history keeps besides the address. */
  readonly state?: (here: ParsedLocation["state"]) => HistoryState
  /** Another link beside it leads to the same page, and that one says when it is shown. */
  readonly isAlias?: boolean
  readonly children: ReactNode
}
export type SiteLinkProps = Looks & PageTarget

/** Only the page itself is current, whatever its query; no link needs a look of its own for that. */
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
