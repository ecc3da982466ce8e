/** Runs a callback when the browser is idle. Returns a cancel function. */
export const whenIdle = (run: () => void): (() => void) => {
  // Safari does not support idle callbacks.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run, 1_500)
    return () => {
      clearTimeout(timer)
    }
  }
  const handle = requestIdleCallback(run, { timeout: 4_000 })
  return () => {
    cancelIdleCallback(handle)
  }
}
