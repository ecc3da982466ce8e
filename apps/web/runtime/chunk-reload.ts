/**
 * A page's script that cannot be fetched is most often one of a build that is gone: a reload brings the build that
 * is there. At most once in 60 seconds, so that a page that is broken for good does not reload for ever (ROUTE-36).
 */
import { reloadedAtStore } from "./stores/reloaded-at.ts"
import type { Stored } from "./stores/stored.ts"

const RELOAD_EVERY_MS = 60_000

/** A clock that was set back does not keep a page from reloading. */
export const mayReload = (last: Stored<number>, now: number): boolean =>
  last.status === 404 || now - last.value >= RELOAD_EVERY_MS || now < last.value

/** Whether the page reloads. Where it cannot be remembered it does not: it might never end. */
export const reloadForChunk = (now: number, reload: () => void): boolean => {
  if (!mayReload(reloadedAtStore.read(), now) || !reloadedAtStore.write(now)) return false
  reload()
  return true
}
