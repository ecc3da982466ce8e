/** A value that follows another one once that has stood still: what is typed on is not asked about. */
import { useEffect, useState } from "react"

/** Null until the value stood still for the first time. */
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
