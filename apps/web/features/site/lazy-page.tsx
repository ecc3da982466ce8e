/**
 * A page whose script is fetched when it is approached. The router calls `preload` on approach and before
 * it shows the page, on the server as in the browser. Without a network visitors stay where they are until
 * there is one again. Where the script is gone the document reloads; if it may not, the error page shows.
 */
import { type ComponentType, use } from "react"
import { reloadForChunk } from "../../runtime/chunk-reload.ts"

export interface LazyPage {
  (): React.ReactNode
  readonly preload: () => Promise<void>
}

const forever = new Promise<never>(() => {})

const isOffline = () => typeof navigator !== "undefined" && !navigator.onLine
const online = () =>
  new Promise<void>((resolve) => {
    addEventListener("online", () => resolve(), { once: true })
  })

export const lazyPage = (load: () => Promise<ComponentType>): LazyPage => {
  let Page: ComponentType | null = null
  let loading: Promise<ComponentType> | null = null

  /** Begins anew after a failure: an approach that failed does not keep the visit from trying. */
  const fetchPage = () => {
    loading ??= load().then(
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

  const fetchOnline = () =>
    fetchPage().catch(async (error: unknown) => {
      if (!isOffline()) throw error
      await online()
      return fetchPage()
    })

  /** A failure while a page is shown, not while it is merely approached, reloads. */
  const fetchOrReload = () =>
    fetchOnline().catch((error: unknown) =>
      reloadForChunk(Date.now(), () => location.reload()) ? forever : Promise.reject(error),
    )

  let shown: Promise<ComponentType> | null = null
  const Lazy = () => {
    if (Page === null) {
      shown ??= fetchOrReload()
      const Shown = use(shown)
      return <Shown />
    }
    return <Page />
  }
  return Object.assign(Lazy, {
    preload: async () => {
      await fetchOnline().catch(() => {})
    },
  })
}
