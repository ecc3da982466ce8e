/**
 * The footer's links: the help, the statements, and the company's external addresses. A link without an address, or to
 * a page that is switched off, is omitted (SHELL-22).
 */
"use no memo"

import { m } from "@foldcast/messages/messages"
import { useIsPageOn, usePageFrame } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"

const PAGES = [
  { page: "help", name: m.help_title },
  { page: "terms-conditions", name: m.terms_title },
  { page: "privacy", name: m.privacy_title },
  { page: "cookies", name: m.cookies_title },
] as const

export function FooterLinks() {
  const { links } = usePageFrame().brand
  const isPageOn = useIsPageOn()
  const elsewhere = [
    { name: m.footer_company(), address: links.company },
    { name: m.footer_affiliate(), address: links.affiliate },
    { name: m.footer_performer(), address: links.performerSignUp },
  ]
  return (
    <nav aria-label={m.site_footer()} className="site-footer__links">
      {PAGES.filter(({ page }) => isPageOn(page)).map(({ page, name }) => (
        <SiteLink key={page} page={page}>
          {name()}
        </SiteLink>
      ))}
      {elsewhere.map(
        ({ name, address }) =>
          address !== null && (
            <a key={name} href={address} target="_blank" rel="nofollow noopener noreferrer">
              {name}
            </a>
          ),
      )}
    </nav>
  )
}
