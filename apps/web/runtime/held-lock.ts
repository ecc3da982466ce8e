/** A lock of the browser (Web Locks API) that is held until it is released. */
export type SlotLocks = Pick<LockManager, "request" | "query">

/** Calls `granted` when the lock is held. Answers how to release it, or to withdraw the request. */
export const holdLock = (
  locks: SlotLocks,
  name: string,
  granted: () => void,
  mode: LockMode = "exclusive",
): (() => void) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const waiting = new AbortController()
  locks
    .request(name, { mode, signal: waiting.signal }, () => {
      granted()
      return released
    })
    .catch(() => undefined)
  return () => {
    waiting.abort()
    release()
  }
}
