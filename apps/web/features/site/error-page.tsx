/** A page that failed while it was made or shown. What failed is for the log, not for the visitor. */
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { LinkButton } from "@foldcast/ui/link-button.tsx"
import { homeHref } from "./home-href.ts"
import { useLocale } from "./page-frame-context.tsx"
import "./error-page.css"

export function ErrorPage() {
  const locale = useLocale()
  return (
    <div className="site-width site-error" role="alert">
      <title>{m.error_page_other()}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{m.error_page_other()}</h1>
      <p>{m.error_page_other_text()}</p>
      <div className="site-error__actions">
        <Button
          variant="primary"
          onPress={() => {
            location.reload()
          }}
        >
          {m.connection_reload()}
        </Button>
        <LinkButton href={homeHref(locale)}>{m.error_page_home()}</LinkButton>
      </div>
    </div>
  )
}
