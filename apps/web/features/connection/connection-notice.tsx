/**
 * Shows the state of the connection: offline, reconnecting with the seconds left, or back with how much this tab has
 * missed. Hidden while all is well.
 */
"use no memo"

import { useRouterState } from "@tanstack/react-router"
import { type ReactNode, useEffect, useRef, useState } from "react"
import type { ConnectionStatus, StopReason } from "@foldcast/client/connection-status"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { useConnection, useRuntime } from "../../runtime/react.tsx"
import { TIMINGS } from "../../runtime/timings.ts"
import { DismissButton } from "../site/dismiss-button.tsx"
import { probeAgain } from "../../runtime/site-reachability.ts"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { useSlow } from "../site/use-slow.ts"
import { missedCount } from "./missed-count.ts"
import { isLost } from "./reachability.ts"
import { useSiteAwaited } from "./use-site-awaited.ts"
import type { YieldedNoticeProps } from "./yielded-notice.tsx"

const yielded = lazyOverlay<YieldedNoticeProps>(
  async () => (await import("./yielded-notice.tsx")).YieldedNotice,
)

/** Milliseconds that the success message stays. */
const CAUGHT_UP_MS = 5_000
const SECOND_MS = 1_000

const reload = () => {
  location.reload()
}

function Countdown({
  connection,
}: {
  readonly connection: ConnectionStatus & { _tag: "Waiting" }
}) {
  const [seconds, setSeconds] = useState(Math.ceil(connection.retryInMs / SECOND_MS))
  useEffect(() => {
    // Measured against the clock: timers in a hidden page are throttled, so a counter would fall behind.
    const until = performance.now() + connection.retryInMs
    const timer = setInterval(() => {
      setSeconds(Math.max(0, Math.ceil((until - performance.now()) / SECOND_MS)))
    }, SECOND_MS)
    return () => {
      clearInterval(timer)
    }
  }, [connection.retryInMs])
  // The numbers change each second; screen readers announce the first sentence only.
  return (
    <>
      <VisuallyHidden>{m.connection_reconnecting()}</VisuallyHidden>
      <span aria-hidden="true">
        <TextRun>
          {seconds === 0 ? m.connection_reconnecting() : m.connection_reconnecting_in({ seconds })}
        </TextRun>
      </span>
    </>
  )
}

const STOPPED: Readonly<Record<Exclude<StopReason, "left">, () => string>> = {
  superseded: m.connection_superseded,
  protocol: m.connection_stale_build,
  refused: m.connection_stopped,
}

type Cause = NonNullable<(ConnectionStatus & { _tag: "Waiting" })["because"]>

const BECAUSE: Readonly<Record<Cause, () => string>> = {
  storageFull: m.connection_storage_full,
  busy: m.connection_busy,
}

/** How much was missed, after a lost connection has come back; null again after a while. */
const useCaughtUp = (connection: ConnectionStatus): number | null => {
  const { getState } = useRuntime()
  const lost = useRef<SiteState | null>(null)
  const [missed, setMissed] = useState<number | null>(null)
  useEffect(() => {
    if (isLost(connection)) {
      lost.current ??= getState()
      setMissed(null)
    }
    if (connection._tag === "Live" && lost.current !== null) {
      setMissed(missedCount(lost.current, getState()))
      lost.current = null
    }
  }, [connection, getState])
  useEffect(() => {
    if (missed === null) return
    const timer = setTimeout(() => {
      setMissed(null)
    }, CAUGHT_UP_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [missed])
  return missed
}

/** A navigation that cannot complete: the address is already the next page's, the previous page still shows. */
const useHeldNavigation = (connection: ConnectionStatus): boolean => {
  const isNavigating = useRouterState({ select: ({ isLoading }) => isLoading })
  const isAwaited = useSiteAwaited()
  // A page that is already loaded shows within one frame.
  const isSlow = useSlow(isNavigating, TIMINGS.loader)
  return isSlow && (isAwaited || connection._tag === "Offline")
}

/** The subject of a notice. A dismissed notice stays hidden until the subject changes. */
type Subject = "heldNavigation" | "lost" | "yielded" | Cause | StopReason

const subjectOf = (
  connection: ConnectionStatus,
  { isHeld, isYielded }: { readonly isHeld: boolean; readonly isYielded: boolean },
): Subject | null => {
  if (isHeld) return "heldNavigation"
  switch (connection._tag) {
    case "Offline":
      return "lost"
    case "Waiting":
      return connection.because ?? "lost"
    case "Connecting":
      return connection.attempt > 1 ? "lost" : null
    case "Stopped":
      return connection.reason
    case "Idle":
    case "CatchingUp":
    case "Live":
      return null
    case "Yielded":
      return isYielded ? "yielded" : null
  }
}

export function ConnectionNotice() {
  const connection = useConnection()
  const runtime = useRuntime()
  const missed = useCaughtUp(connection)
  // A tab that becomes visible again gets its turn within a moment.
  const isYielded = useSlow(connection._tag === "Yielded", TIMINGS.loader)
  const subject = subjectOf(connection, { isHeld: useHeldNavigation(connection), isYielded })
  const [putAway, setPutAway] = useState<Subject | null>(null)
  if (putAway !== null && subject === null) setPutAway(null)

  if (subject === null) {
    return missed === null ? null : (
      <Banner tone="success">
        {missed === 0 ? m.connection_back() : m.connection_caught_up()}
      </Banner>
    )
  }
  if (subject === putAway || subject === "left") return null
  const dismiss = (
    <DismissButton
      onPress={() => {
        setPutAway(subject)
      }}
    />
  )
  const warning = (text: ReactNode, action: ReactNode) => (
    <Banner
      tone="warning"
      action={
        <>
          {action}
          {dismiss}
        </>
      }
    >
      {text}
    </Banner>
  )
  const retry = (
    <Button
      onPress={() => {
        runtime.reconnect()
        probeAgain()
      }}
    >
      {m.connection_retry_now()}
    </Button>
  )
  switch (subject) {
    case "heldNavigation":
      return warning(m.connection_page_waits(), retry)
    case "yielded":
      return connection._tag === "Yielded" ? (
        <LazyBoundary>
          <yielded.Component to={connection.to} dismiss={dismiss} />
        </LazyBoundary>
      ) : null
    case "storageFull":
    case "busy":
      return warning(BECAUSE[subject](), retry)
    case "superseded":
    case "protocol":
    case "refused":
      return warning(STOPPED[subject](), <Button onPress={reload}>{m.connection_reload()}</Button>)
    case "lost":
      switch (connection._tag) {
        case "Offline":
          return warning(m.connection_offline(), null)
        case "Waiting":
          return warning(<Countdown key={connection.attempt} connection={connection} />, retry)
        default:
          return warning(m.connection_reconnecting(), null)
      }
  }
}
