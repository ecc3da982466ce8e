/** A link that begins a conversation with a performer, or opens the one that there is (ROUTE-10). */
import { Link, useLocation } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"

export interface NewConversationLinkProps {
  readonly performerId: string
  readonly username: string
  readonly className?: string
  readonly children: ReactNode
}

export function NewConversationLink({
  performerId,
  username,
  className,
  children,
}: NewConversationLinkProps) {
  const locale = useLocale()
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <Link
      to={ROUTE_OF["messenger-new-conversation"]}
      params={{ locale: linkLocale(pathname, locale) }}
      search={(before) => ({ ...before, modelId: performerId, model: username })}
      className={className}
    >
      {children}
    </Link>
  )
}
