/** The footer of every page: the company, links, contact, languages and theme. */
"use no memo"

import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { LanguageLinks } from "../language/language-links.tsx"
import { FooterLinks } from "./footer-links.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { fixedTheme } from "../site/theme-choice.ts"
import { ThemeSelect } from "./theme-select.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import "./footer.css"

/** The company's own details; a telephone number only where it has one. */
function HelpContact() {
  const { name, email, phone } = usePageFrame().brand.company
  const text =
    phone === null
      ? m.footer_contact({ name, email })
      : m.footer_contact_phone({ name, email, phone })
  const [before = "", after = ""] = text.split(email)
  return (
    <p className="site-footer__contact">
      <TextRun>{before}</TextRun>
      <a href={`mailto:${email}`}>{email}</a>
      <TextRun>{after}</TextRun>
    </p>
  )
}

/** Links to filters that keep children away from this site. */
function Disclaimer() {
  const { contentFilters } = usePageFrame().brand.links
  return (
    <p className="site-footer__disclaimer">
      <TextRun>{m.footer_disclaimer()}</TextRun>
      {contentFilters.map((address) => (
        <a key={address} href={address} target="_blank" rel="nofollow noopener noreferrer">
          {new URL(address).hostname}
        </a>
      ))}
    </p>
  )
}

export function Footer() {
  const { brand } = usePageFrame()
  const consent = useDialogOpener("consent")
  return (
    <footer className="site-footer">
      <div className="site-width site-footer__rows">
        <div className="site-footer__row">
          <p className="site-footer__notice">
            <span className="site-footer__age" aria-hidden="true">
              18+
            </span>
            <TextRun>{m.site_adults_notice({ brand: brand.name })}</TextRun>
          </p>
          <LanguageLinks className="site-footer__links" />
        </div>
        <FooterLinks />
        <div className="site-footer__row">
          <div className="site-footer__words">
            <HelpContact />
            {brand.links.contentFilters.length > 0 && <Disclaimer />}
          </div>
          <div className="site-footer__choices">
            <Button variant="link" className="needs-script" {...consent}>
              {m.footer_consent()}
            </Button>
            {fixedTheme(null, brand.features) === null && <ThemeSelect />}
          </div>
        </div>
      </div>
    </footer>
  )
}
