/**
 * Parts of the page that nobody needs before they ask for them. They are fetched on approach (hover,
 * focus, idle time), so that the press itself waits for nothing and works offline.
 */
import { type ComponentType, lazy, type LazyExoticComponent } from "react"

export interface LazyOverlay<Props extends object> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>
  /** Fetches the part; a failure shows when it is rendered. */
  readonly approach: () => void
}

export const lazyOverlay = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyOverlay<Props> => {
  let loading: Promise<{ readonly default: ComponentType<Props> }> | undefined
  const loadOnce = () => {
    loading ??= load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    Component: lazy(loadOnce),
    approach: () => {
      loadOnce().catch(() => {})
    },
  }
}
