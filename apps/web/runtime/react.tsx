/**
 * How components see the loop. The server and the browser's first render select from the same first
 * state, so the markup agrees; what came in meanwhile shows right after hydration.
 */
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react"
import type { ConnectionStatus } from "@foldcast/client/connection-status"
import { IDLE } from "@foldcast/client/connection-status"
import type { SiteState } from "@foldcast/folds/site-state"
import { selectionOf } from "./selection.ts"
import type { SiteRuntime } from "./site-runtime.ts"

const RuntimeContext = createContext<SiteRuntime | null>(null)

export const SiteRuntimeProvider = ({
  runtime,
  children,
}: {
  readonly runtime: SiteRuntime
  readonly children: ReactNode
}) => <RuntimeContext value={runtime}>{children}</RuntimeContext>

export const useRuntime = (): SiteRuntime => {
  const runtime = useContext(RuntimeContext)
  if (runtime === null) throw new Error("there is no SiteRuntimeProvider above this component")
  return runtime
}

/** The selected part of the state; the component renders again when it is another object. */
export const useSite = <A,>(selector: (state: SiteState) => A): A => {
  const { subscribe, now, first } = selectionOf(useRuntime(), selector)
  return useSyncExternalStore(subscribe, now, first)
}

export const useConnection = (): ConnectionStatus => {
  const runtime = useRuntime()
  const subscribe = useMemo(
    () => (listener: () => void) => {
      const subscription = runtime.connection$.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    [runtime],
  )
  return useSyncExternalStore(subscribe, runtime.getConnection, () => IDLE)
}
