/** Whether something takes long enough to be worth a message. */
import { useEffect, useState } from "react"

/** True once `isOn` has been true for `ms` without a break. */
export const useSlow = (isOn: boolean, ms: number): boolean => {
  const [isSlow, setSlow] = useState(false)
  if (!isOn && isSlow) setSlow(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => {
      setSlow(true)
    }, ms)
    return () => {
      clearTimeout(timer)
    }
  }, [isOn, ms])
  return isOn && isSlow
}
