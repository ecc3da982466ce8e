/**
 * A boundary around each part whose script loads on demand. If the script fails to load, or the part fails
 * repeatedly, the rest of the page and all typed text stay. A notice explains the failure and offers a retry or a
 * reload of the site; when the network returns, the retry happens by itself. A late script is still awaited, and a
 * reload is offered meanwhile.
 *
 * With `onClose` the notice is among the page's notices, for dialogs, menus and drawers; without it, it is in the
 * part's own place.
 */
"use no memo"

import { Component, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react"
import { createPortal } from "react-dom"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { whenSiteReachable } from "../../runtime/site-reachability.ts"
import { DismissButton } from "./dismiss-button.tsx"
import { MissingScript } from "./missing-script.ts"
import { NOTICES_ID } from "./notices-id.ts"
import { RecoveryBoundary } from "./recovery-boundary.tsx"

interface CatchProps {
  readonly children: ReactNode
  readonly onFailed: (error: unknown) => void
}

class Catch extends Component<CatchProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailed(error)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

function Arrived({ onArrived }: { readonly onArrived: () => void }) {
  const tell = useEffectEvent(onArrived)
  useEffect(() => {
    tell()
  }, [])
  return null
}

const FAILURES: Readonly<Record<MissingScript["reason"] | "broken", () => string>> = {
  unreached: m.part_unreached,
  late: m.part_late,
  gone: m.part_gone,
  broken: m.error_page_other,
}

export interface LazyBoundaryProps {
  readonly children: ReactNode
  /** Shown while the part loads. */
  readonly fallback?: ReactNode
  /**
   * False while nothing asks for the part: a failure is not shown then, and it is cleared when the part is asked
   * for.
   */
  readonly isOpen?: boolean
  readonly onClose?: () => void
  /** The class of the notice in the part's own place. */
  readonly className?: string
  /** Saves the typed text before the page reloads. */
  readonly onReload?: () => void
}

export function LazyBoundary({
  children,
  fallback = null,
  isOpen = true,
  onClose,
  className = "",
  onReload,
}: LazyBoundaryProps) {
  const [failure, setFailure] = useState<{ error: unknown; isRetrying: boolean } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const error = failure?.error
  const reason = error instanceof MissingScript ? error.reason : "broken"

  const retry = () => {
    if (failure === null || failure.isRetrying) return
    if (error instanceof MissingScript) error.forget()
    setFailure({ ...failure, isRetrying: true })
    setAttempt(attempt + 1)
  }
  const goOn = useEffectEvent(retry)
  useEffect(() => {
    if (isOpen) goOn()
  }, [isOpen])
  // After each failure: the network may have returned before it. A late script is awaited again.
  useEffect(() => {
    if (reason === "late") goOn()
    if (reason !== "unreached") return
    let isWanted = true
    const answered = async () => {
      await whenSiteReachable()
      if (isWanted) goOn()
    }
    void answered()
    return () => {
      isWanted = false
    }
  }, [reason, error])

  const tell = () => {
    const text = FAILURES[reason]()
    const action =
      reason === "unreached" ? (
        <Button isPending={failure?.isRetrying === true} onPress={retry}>
          {m.part_retry()}
        </Button>
      ) : (
        <Button
          onPress={() => {
            onReload?.()
            location.reload()
          }}
        >
          {m.connection_reload()}
        </Button>
      )
    const place = onClose === undefined ? null : document.getElementById(NOTICES_ID)
    if (onClose === undefined || place === null) {
      return (
        <div className={`part-failure ${className}`} role="alert">
          <p>{text}</p>
          {action}
        </div>
      )
    }
    const actions = (
      <>
        {action}
        <DismissButton onPress={onClose} />
      </>
    )
    return createPortal(
      <Banner tone="danger" action={actions}>
        {text}
      </Banner>,
      place,
    )
  }
  return (
    <>
      <Catch
        key={attempt}
        onFailed={(failed) => {
          setFailure({ error: failed, isRetrying: false })
        }}
      >
        <Suspense fallback={fallback}>
          <Arrived
            onArrived={() => {
              setFailure(null)
            }}
          />
          <RecoveryBoundary>{children}</RecoveryBoundary>
        </Suspense>
      </Catch>
      {isOpen && failure !== null && tell()}
    </>
  )
}
