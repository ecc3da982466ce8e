/**
 * An error boundary that rebuilds a failed part of the page from the state, with new elements, for example after a
 * browser extension removed DOM nodes that React owns (ADR 0047). The rest of the page stays, and so do typed text,
 * the room, the payment and the video, which the part only shows. The part's root element is always present, so
 * siblings never depend on its content. A part that keeps failing shows its fallback, or the next boundary handles
 * the error.
 */
"use no memo"

import { Component, type ReactNode } from "react"
import { MissingScript } from "./missing-script.ts"
import { NO_RESTARTS, type Restarts, restartAt } from "./restarts.ts"
import "./recovery-boundary.css"

export interface RecoveryBoundaryProps {
  readonly children: ReactNode
  /** Shown once the part has failed too often; without it the error goes to the next boundary. */
  readonly fallback?: ReactNode
  /** Whether the part stays usable while a dialog is open (react-aria). */
  readonly isTopLayer?: boolean
}

interface Recovery {
  readonly failure: { readonly error: unknown } | null
  readonly restarts: Restarts
  /** The key of the elements: a new number gives new elements. */
  readonly generation: number
}

export class RecoveryBoundary extends Component<RecoveryBoundaryProps, Recovery> {
  override state: Recovery = { failure: null, restarts: NO_RESTARTS, generation: 0 }

  static getDerivedStateFromError(error: unknown): Pick<Recovery, "failure"> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(
    _: RecoveryBoundaryProps,
    { failure, restarts, generation }: Recovery,
  ): Partial<Recovery> | null {
    // A missing script is handled by the boundary that asked for it.
    if (failure === null || failure.error instanceof MissingScript) return null
    const next = restartAt(restarts, performance.now())
    return next === null ? null : { failure: null, restarts: next, generation: generation + 1 }
  }

  override render() {
    const { failure, generation } = this.state
    const { children, fallback, isTopLayer = false } = this.props
    if (failure !== null && fallback === undefined) throw failure.error
    return (
      <div
        key={generation}
        className="recovery"
        data-react-aria-top-layer={isTopLayer ? "true" : undefined}
      >
        {failure === null ? children : fallback}
      </div>
    )
  }
}
