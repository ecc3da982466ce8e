/**
 * The page for an address that does not exist and for a page that failed. It shows the status and a link to the
 * home page; the cause goes to the log only. If this page fails too, error-fallback.tsx shows.
 */
"use no memo"

import type { ErrorComponentProps } from "@tanstack/react-router"
import { useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { ErrorFallback } from "./error-fallback.tsx"
import { HomeCountdown } from "./home-countdown.tsx"
import { MissingScript } from "./missing-script.ts"
import { NO_RESTARTS, restartAt } from "./restarts.ts"
import { usePageFrame } from "./page-frame-context.tsx"
import { SiteLinkButton } from "./site-link-button.tsx"
import "./error-page.css"

const NEVER_CHANGES = () => () => {}
const IN_BROWSER = () => true
const ON_SERVER = () => false

const NOT_FOUND = 404

const FAILED = 500

interface StatusPageProps {
  readonly status: number
  /** Set where the page's script failed to load: a retry is offered and no redirect to the home page happens. */
  readonly onRetry?: () => void
}

function StatusPage({ status, onRetry }: StatusPageProps) {
  const isMissing = status === NOT_FOUND
  const title = isMissing ? m.error_page_404() : m.error_page_other()
  const text = isMissing ? m.error_page_404_text() : m.error_page_other_text()
  return (
    <div className="site-width site-error" role={isMissing ? undefined : "alert"}>
      <title>{`${title} · ${usePageFrame().brand.name}`}</title>
      <meta name="robots" content="noindex" />
      {onRetry === undefined && (
        <p className="site-error__status">{m.error_page_status({ status })}</p>
      )}
      <h1 tabIndex={-1}>{title}</h1>
      <p>
        <TextRun>{onRetry === undefined ? text : m.part_gone()}</TextRun>
      </p>
      <div className="site-error__actions">
        <SiteLinkButton page="home" variant="primary" reloadDocument={!isMissing}>
          {m.error_page_home()}
        </SiteLinkButton>
        {onRetry !== undefined && <Button onPress={onRetry}>{m.part_retry()}</Button>}
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
      {onRetry === undefined && <HomeCountdown />}
    </div>
  )
}

/** For a path without a page. The response has status 404. */
export function NotFoundPage() {
  return (
    <ErrorFallback>
      <StatusPage status={NOT_FOUND} />
    </ErrorFallback>
  )
}

/** For a document that failed repeatedly. */
export function BrokenPage() {
  return (
    <ErrorFallback>
      <StatusPage status={FAILED} />
    </ErrorFallback>
  )
}

/** The restarts of pages in this document. */
let restarts = NO_RESTARTS

const takeRestart = (): boolean => {
  const next = restartAt(restarts, performance.now())
  if (next !== null) restarts = next
  return next !== null
}

/** True where the page is rebuilt instead of showing the error, as each part of a page is (ADR 0047). */
const useRestart = (error: unknown, reset: () => void): boolean => {
  const isBrowser = useSyncExternalStore(NEVER_CHANGES, IN_BROWSER, ON_SERVER)
  const [isRestarted] = useState(
    () => isBrowser && !(error instanceof MissingScript) && takeRestart(),
  )
  const restart = useEffectEvent(reset)
  useLayoutEffect(() => {
    if (isRestarted) restart()
  }, [isRestarted])
  return isRestarted
}

/** For a page that failed to load or to render. */
export function ErrorPage({ error, reset }: Pick<ErrorComponentProps, "error" | "reset">) {
  if (useRestart(error, reset)) return null
  return (
    <ErrorFallback>
      <StatusPage
        status={FAILED}
        {...(error instanceof MissingScript && {
          onRetry: () => {
            error.forget()
            reset()
          },
        })}
      />
    </ErrorFallback>
  )
}
