/** Ends with its component: what is asked for by a press is not written into the answers of who comes after. */
import { useEffect, useState } from "react"

export const useUntilUnmounted = (): AbortSignal => {
  const [abort] = useState(() => new AbortController())
  useEffect(() => () => abort.abort(), [abort])
  return abort.signal
}
