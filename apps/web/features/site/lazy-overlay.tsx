/**
 * Parts of the page that nobody needs before they ask for them. They are fetched on approach (hover,
 * focus, idle time), so that the press itself waits for nothing and works offline. What does not come is
 * told where the part was to be shown (lazy-boundary.tsx), which must stand around it.
 */
"use no memo"

import { type ComponentType, use, useEffect } from "react"
import { MissingScript } from "./missing-script.ts"
import { fetchScript } from "../../runtime/fetch-script.ts"
import { mayBeUnreachable, isSiteReachable, probeSite } from "../../runtime/site-reachability.ts"
import { whenIdle } from "./when-idle.ts"

const isServer = typeof document === "undefined"

/** Milliseconds. A network that went silent answers nothing and fails nothing. */
const LATE_AFTER_MS = 10_000

const LATE = Symbol("late")

const late = () =>
  new Promise<never>((_, reject) => {
    setTimeout(reject, LATE_AFTER_MS, LATE)
  })

/** Why a script did not come. One that is late is on its way: the browser waits for it with whoever asks again. */
const reasonOf = async (cause: unknown): Promise<MissingScript["reason"]> => {
  if (cause === LATE) return mayBeUnreachable() ? "unreached" : "late"
  return (await probeSite()) ? "gone" : "unreached"
}

export interface LazyOverlay<Props extends object> {
  readonly Component: ComponentType<Props>
  /** Fetches the part, anew where that failed before; a failure shows when it is rendered. */
  readonly approach: () => void
  /** When it is known whether the part is here: from then on it shows, or its failure, without waiting. */
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
      throw missing(await reasonOf(cause), { cause })
    }
  }
  /** A failure stays until it is forgotten: what is shown again by itself would fetch without end. */
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

/** For what people reach for first: it is here before they do, also for who goes offline meanwhile. */
export const useApproachWhenIdle = ({ approach }: Pick<LazyOverlay<never>, "approach">): void => {
  useEffect(() => whenIdle(approach), [approach])
}
