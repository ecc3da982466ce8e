/** A page that shows these performers, wherever it is scrolled to. Caller: the profile. */
import { useEffect, useState } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import { type ShownTeller, shownTeller } from "./shown-teller.ts"

export const usePerformersShown = (performerIds: ReadonlyArray<string>): void => {
  const { connection$, dispatch } = useRuntime()
  const [teller, setTeller] = useState<ShownTeller | null>(null)
  useEffect(() => {
    const made = shownTeller({ connection$, dispatch })
    setTeller(made)
    return made.stop
  }, [connection$, dispatch])
  const ids = performerIds.join(",")
  useEffect(() => {
    teller?.show(ids === "" ? [] : ids.split(","))
  }, [teller, ids])
}
