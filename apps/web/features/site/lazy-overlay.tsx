/**
 * Parts of the page that load on demand. Their script is prefetched on approach (hover, focus, idle time), so that
 * a press waits for nothing and works offline. A LazyBoundary (lazy-boundary.tsx) must stand around each; it shows
 * a failure to load.
 */
"use no memo"

import { type ComponentType, use, useEffect } from "react"
import { MissingScript } from "./missing-script.ts"
import { fetchScript, ScriptUnreached } from "../../runtime/fetch-script.ts"
import { isSiteReachable, mayBeUnreachable } from "../../runtime/site-reachability.ts"
import { whenIdle } from "./when-idle.ts"

const isServer = typeof document === "undefined"

/** Milliseconds. A request on a silent network neither answers nor fails. */
const LATE_AFTER_MS = 10_000

const LATE = Symbol("late")

const late = () =>
  new Promise<never>((_, reject) => {
    setTimeout(reject, LATE_AFTER_MS, LATE)
  })

/** Why a script did not load. A late script is still loading: the browser shares that request with the next one. */
const reasonOf = (cause: unknown): MissingScript["reason"] => {
  if (cause === LATE) return mayBeUnreachable() ? "unreached" : "late"
  // The site may answer again by now.
  return cause instanceof ScriptUnreached ? "unreached" : "gone"
}

export interface LazyOverlay<Props extends object> {
  readonly Component: ComponentType<Props>
  /** Prefetches the part, and retries after a failure. A failure shows only when the part renders. */
  readonly approach: () => void
  /** Settles once the part has loaded or failed: from then on it renders without waiting. */
  readonly arrival: () => Promise<unknown>
  readonly hasArrived: () => boolean
}

export const lazyOverlay = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyOverlay<Props> => {
  let Part: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  let hasFailed = false

  const forgetFailure = () => {
    if (!hasFailed) return
    hasFailed = false
    loading = null
  }
  const missing = (reason: MissingScript["reason"], options?: ErrorOptions) => {
    hasFailed = true
    return new MissingScript(reason, forgetFailure, options)
  }
  const fetchOnce = async () => {
    if (!isServer && !(await isSiteReachable())) throw missing("unreached")
    try {
      Part = await (isServer ? load() : Promise.race([fetchScript(load), late()]))
      return Part
    } catch (cause) {
      throw missing(reasonOf(cause), { cause })
    }
  }
  /** A failure is kept until `forget` clears it: otherwise each render would fetch again, without end. */
  const fetchPart = () => (loading ??= fetchOnce())
  const Lazy = (props: Props) => {
    const Shown = Part ?? use(fetchPart())
    return <Shown {...props} />
  }
  return {
    Component: Lazy,
    approach: () => {
      forgetFailure()
      fetchPart().catch(() => {})
    },
    arrival: () => fetchPart().catch(() => null),
    hasArrived: () => Part !== null || hasFailed,
  }
}

/** For parts that visitors often open first: they are loaded before the press, also if the visitor goes offline. */
export const useApproachWhenIdle = ({ approach }: Pick<LazyOverlay<never>, "approach">): void => {
  useEffect(() => whenIdle(approach), [approach])
}
