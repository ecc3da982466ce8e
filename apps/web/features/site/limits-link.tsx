/** Leads from wherever money goes to the limits on buying and to the pause, among the settings. */
import { m } from "@foldcast/messages/messages"
import { SiteLink } from "./site-link.tsx"

/** The row's id in the settings. */
export const LIMITS_ROW = "limits"

export function LimitsLink({ onClick }: { readonly onClick?: () => void }) {
  return (
    <SiteLink
      page="settings"
      hash={LIMITS_ROW}
      className="limits-link"
      {...(onClick !== undefined && { onClick })}
    >
      {m.limits_heading()}
    </SiteLink>
  )
}
