/** Runs a callback when one of the values has changed, not on mount. */
import { useEffect, useRef } from "react"

export const useOnChange = (values: ReadonlyArray<unknown>, run: () => void) => {
  const before = useRef(values)
  useEffect(() => {
    if (values.every((value, index) => value === before.current[index])) return
    before.current = values
    run()
  })
}
