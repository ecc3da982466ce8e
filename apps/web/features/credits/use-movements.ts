/**
 * The loaded movements and the next page of them. A changed balance reloads the newest ones, unless older pages are
 * open: a list in use does not restart.
 */
import { useEffect, useRef, useState } from "react"
import type { CreditMovement } from "@foldcast/contracts/queries/movements"
import { useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { selectBalance } from "../site/selectors.ts"
import { movementsAfter } from "./movements.ts"

interface Older {
  readonly place: string | null
  readonly loaded: ReadonlyArray<CreditMovement>
}

export const useMovements = () => {
  const [{ place, loaded }, goOn] = useState<Older>({ place: null, loaded: [] })
  const { data, isError, isFetching, fetchStatus, refetch } = useAnswer(movementsAfter(place))
  const balance = useSite(selectBalance)
  const before = useRef(balance)
  useEffect(() => {
    if (balance === before.current) return
    const isKnown = before.current !== null
    before.current = balance
    if (isKnown && place === null) void refetch()
  }, [balance, place, refetch])
  const movements = data === undefined ? loaded : [...loaded, ...data.movements]
  const next = data?.next ?? null
  return {
    movements,
    /** Whether anything has loaded. */
    isHere: data !== undefined || place !== null,
    isComplete: data !== undefined && next === null,
    isFailed: isError,
    isAsking: isFetching,
    isOffline: fetchStatus === "paused",
    loadMore: () => {
      if (next !== null) goOn({ place: next, loaded: movements })
    },
    askAgain: () => {
      void refetch()
    },
  }
}
export type Movements = ReturnType<typeof useMovements>
