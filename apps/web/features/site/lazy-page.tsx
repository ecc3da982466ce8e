/**
 * A page whose script is prefetched on approach. The router calls `preload` on approach and before it shows the
 * page, on the server and in the browser. While the site is unreachable, the visitor stays on the current page
 * (connection-notice.tsx says so). If the script no longer exists, the document reloads; if the reload is not
 * allowed, the error page shows.
 */
"use no memo"

import { type ComponentType, use, useEffect } from "react"
import { reloadForChunk } from "../../runtime/chunk-reload.ts"
import { handOverEarlyInput } from "../../runtime/early-input.ts"
import { fetchScript, ScriptUnreached } from "../../runtime/fetch-script.ts"
import { isSiteReachable, whenSiteReachable } from "../../runtime/site-reachability.ts"
import { MissingScript } from "./missing-script.ts"

export interface LazyPage {
  (): React.ReactNode
  readonly preload: () => Promise<void>
}

const forever = new Promise<never>(() => {})
const isServer = typeof document === "undefined"

export const lazyPage = (load: () => Promise<ComponentType>): LazyPage => {
  let Page: ComponentType | null = null
  let loading: Promise<ComponentType> | null = null
  let shown: Promise<ComponentType> | null = null

  /** Retries after a failure: a failed prefetch does not block the visit. */
  const fetchPage = () => {
    loading ??= (isServer ? load() : fetchScript(load)).then(
      (loaded) => {
        Page = loaded
        return loaded
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  /** Waits while the site is unreachable, both before the fetch and after a failed one. */
  const fetchReached = async (): Promise<ComponentType> => {
    const isAskedFor = isServer || loading !== null
    if (!isAskedFor && !(await isSiteReachable())) await whenSiteReachable()
    for (;;) {
      try {
        return await fetchPage()
      } catch (error) {
        if (!(error instanceof ScriptUnreached)) throw error
        await whenSiteReachable()
      }
    }
  }

  const forget = () => {
    shown = null
  }
  /** Reloads after a failure while the page is shown, not after a failed prefetch. */
  const fetchOrReload = () =>
    fetchReached().catch((cause: unknown) => {
      if (reloadForChunk(Date.now(), () => location.reload())) return forever
      throw new MissingScript("gone", forget, { cause })
    })

  const Lazy = () => {
    // Hydration is complete once the page has mounted.
    useEffect(handOverEarlyInput, [])
    if (Page === null) {
      shown ??= fetchOrReload()
      const Shown = use(shown)
      return <Shown />
    }
    return <Page />
  }
  return Object.assign(Lazy, {
    preload: async () => {
      await fetchReached().catch(() => {})
    },
  })
}
