/**
 * A part of the page that is built anew from the state where it fails, as after foreign hands took out what React goes
 * by: with new elements in the old place (ADR 0047). What stands around it stays, with all that was typed, and so does
 * whatever the part only shows: a room, a payment, a moving picture. The part's element is there whether or not it shows
 * anything, so that its neighbours never go by what is in it. A part that goes on failing is told by what it was given
 * for that, or is its surroundings' to build anew.
 */
"use no memo"

import { Component, type ReactNode } from "react"
import { MissingScript } from "./missing-script.ts"
import { NO_RESTARTS, type Restarts, restartAt } from "./restarts.ts"
import "./recovery-boundary.css"

export interface RecoveryBoundaryProps {
  readonly children: ReactNode
  /** In the part's place once it has failed too often; without it the failure goes on to the next boundary. */
  readonly fallback?: ReactNode
  /** Within reach while a window is open (react-aria). */
  readonly isTopLayer?: boolean
}

interface Recovery {
  readonly failure: { readonly error: unknown } | null
  readonly restarts: Restarts
  /** Names the elements: another number, new ones. */
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
    // What did not come is asked for again by who asked for it.
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
