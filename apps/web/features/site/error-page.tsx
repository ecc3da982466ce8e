/**
 * Where a page ends that does not exist or that failed: what happened, with its status, and the way home.
 * What failed is for the log, not for the visitor. If this page fails as well, error-fallback.tsx has the
 * last word.
 */
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { ErrorFallback } from "./error-fallback.tsx"
import { HomeCountdown } from "./home-countdown.tsx"
import { usePageFrame } from "./page-frame-context.tsx"
import { SiteLinkButton } from "./site-link-button.tsx"
import "./error-page.css"

const NOT_FOUND = 404

interface ErrorTexts {
  readonly title: () => string
  readonly text: () => string
}
const MISSING: ErrorTexts = { title: m.error_page_404, text: m.error_page_404_text }
const OTHER: ErrorTexts = { title: m.error_page_other, text: m.error_page_other_text }

function StatusPage({ status }: { readonly status: number }) {
  const isMissing = status === NOT_FOUND
  const { title, text } = isMissing ? MISSING : OTHER
  return (
    <div className="site-width site-error" role={isMissing ? undefined : "alert"}>
      <title>{`${title()} · ${usePageFrame().brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="site-error__status">{m.error_page_status({ status })}</p>
      <h1 tabIndex={-1}>{title()}</h1>
      <p>{text()}</p>
      <div className="site-error__actions">
        <SiteLinkButton page="home" variant="primary" reloadDocument={!isMissing}>
          {m.error_page_home()}
        </SiteLinkButton>
        {!isMissing && (
          <Button
            className="needs-script"
            onPress={() => {
              location.reload()
            }}
          >
            {m.connection_reload()}
          </Button>
        )}
      </div>
      <HomeCountdown />
    </div>
  )
}

/** A path that leads nowhere. The answer's status is 404. */
export function NotFoundPage() {
  return (
    <ErrorFallback>
      <StatusPage status={NOT_FOUND} />
    </ErrorFallback>
  )
}

const FAILED = 500

/** A page that failed while it was made or shown. */
export function ErrorPage() {
  return (
    <ErrorFallback>
      <StatusPage status={FAILED} />
    </ErrorFallback>
  )
}
