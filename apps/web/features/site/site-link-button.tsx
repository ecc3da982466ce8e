/** A link to a page of the site that looks like a button. */
"use no memo"

import { type ButtonLook, buttonClass } from "@foldcast/ui/button.tsx"
import { SiteLink, type SiteLinkProps } from "./site-link.tsx"

export function SiteLinkButton({
  variant,
  size,
  wide,
  ...link
}: Omit<ButtonLook, never> & SiteLinkProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return <SiteLink {...link} className={buttonClass(look)} />
}
