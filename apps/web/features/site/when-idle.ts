/** Runs something when the page has nothing better to do; answers how to call it off. */
export const whenIdle = (run: () => void): (() => void) => {
  // Safari knows no idle callbacks.
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
