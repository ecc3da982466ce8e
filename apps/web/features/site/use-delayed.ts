/** Debounces a value: the result follows once the value has not changed for `ms`. */
import { useEffect, useState } from "react"

/** Null until the value has not changed for `ms` for the first time. */
export const useDelayed = <A>(value: A, ms: number): A | null => {
  const [delayed, setDelayed] = useState<A | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      setDelayed(value)
    }, ms)
    return () => {
      clearTimeout(timer)
    }
  }, [value, ms])
  return delayed
}
