/** Applies status signals while a page shows performers. */
import { useEffect } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { applyStatuses, statusesOf } from "./status-signals.ts"

export const useStatusSignals = (): void => {
  const { signals$, queries } = useRuntime()
  useEffect(() => {
    const subscription = signals$.subscribe(({ topic, data }) => {
      const signal = statusesOf(topic, data)
      if (signal !== null) applyStatuses(queries, signal)
    })
    return () => {
      subscription.unsubscribe()
    }
  }, [signals$, queries])
}
