/**
 * A page whose script is fetched when it is approached. The router calls `preload` on approach and before
 * it shows the page, on the server as in the browser. While the site does not answer visitors stay where
 * they are until it does (connection-notice.tsx says so). Where the script is gone the document reloads; if
 * it may not, the error page shows.
 */
"use no memo"

import { type ComponentType, use, useEffect } from "react"
import { reloadForChunk } from "../../runtime/chunk-reload.ts"
import { handOverEarlyInput } from "../../runtime/early-input.ts"
import { fetchScript } from "../../runtime/fetch-script.ts"
import { isSiteReachable, probeSite, whenSiteReachable } from "../../runtime/site-reachability.ts"
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

  /** Begins anew after a failure: an approach that failed does not keep the visit from trying. */
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

  /** Waits for the site where it does not answer, before a failure or after one. */
  const fetchReached = async (): Promise<ComponentType> => {
    const isAskedFor = isServer || loading !== null
    if (!isAskedFor && !(await isSiteReachable())) await whenSiteReachable()
    return fetchPage().catch(async (error: unknown) => {
      if (isServer || (await probeSite())) throw error
      await whenSiteReachable()
      return fetchPage()
    })
  }

  const forget = () => {
    shown = null
  }
  /** A failure while a page is shown, not while it is merely approached, reloads. */
  const fetchOrReload = () =>
    fetchReached().catch((cause: unknown) => {
      if (reloadForChunk(Date.now(), () => location.reload())) return forever
      throw new MissingScript("gone", forget, { cause })
    })

  const Lazy = () => {
    // Where the server rendered the page, it is taken over now.
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
