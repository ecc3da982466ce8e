/**
 * A link to one answer of the help, for whoever is stuck: in a new tab, so that what they are doing stays. Null where
 * the brand has no such page.
 */
import { useIsPageOn } from "./page-frame-context.tsx"
import { SiteLink } from "./site-link.tsx"

export interface HelpLinkProps {
  /** The question's id on the help page. */
  readonly question: "credits" | "failed"
  readonly children: string
}

export function HelpLink({ question, children }: HelpLinkProps) {
  const isPageOn = useIsPageOn()
  if (!isPageOn("help")) return null
  return (
    <SiteLink page="help" hash={question} target="_blank" rel="noopener">
      {children}
    </SiteLink>
  )
}
