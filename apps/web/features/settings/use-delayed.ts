/** A value that follows another one once that has stood still: what is typed on is not asked about. */
import { useEffect, useState } from "react"

export const useDelayed = <A>(value: A, ms: number): A => {
  const [delayed, setDelayed] = useState(value)
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
