/** Runs whenever one of the values is another than before, not at first. */
import { useEffect, useRef } from "react"

export const useOnChange = (values: ReadonlyArray<unknown>, run: () => void) => {
  const before = useRef(values)
  useEffect(() => {
    if (values.every((value, index) => value === before.current[index])) return
    before.current = values
    run()
  })
}
