/** A path that leads nowhere: what happened, and the way home. The answer's status is 404. */
import { useLocale } from "./page-frame-context.tsx"
import { m } from "@foldcast/messages/messages"
import { LinkButton } from "@foldcast/ui/link-button.tsx"
import { homeHref } from "./home-href.ts"
import "./error-page.css"

export function NotFoundPage() {
  const locale = useLocale()
  return (
    <div className="site-width site-error">
      <title>{m.error_page_404()}</title>
      <meta name="robots" content="noindex" />
      <p className="site-error__status" aria-hidden="true">
        404
      </p>
      <h1 tabIndex={-1}>{m.error_page_404()}</h1>
      <p>{m.error_page_404_text()}</p>
      <LinkButton href={homeHref(locale)} variant="primary">
        {m.error_page_home()}
      </LinkButton>
    </div>
  )
}
