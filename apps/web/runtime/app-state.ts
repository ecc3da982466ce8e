/**
 * What a document knows of itself that no log holds, such as its viewport. One store per document; what a visit must
 * bring back is a fact, and never stands here.
 */
import type { Lander, PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Locale } from "@foldcast/contracts/units"
import { locales } from "@foldcast/messages/runtime"

export interface AppState {
  readonly availableLanguages: ReadonlyArray<Locale>
  /** The visitor's country, where they allowed it and it is known. */
  readonly geoLocation: string | null
  readonly mobileViewport: boolean
  readonly landerConfig: Lander | null
  /** True once the browser has taken over what the server rendered. */
  readonly appLoaded: boolean
  readonly logo: string | null
}

export const initialAppState = (
  { lander, logo }: Pick<PublicBrand, "lander" | "logo">,
  isMobile: boolean,
): AppState => ({
  availableLanguages: locales,
  geoLocation: null,
  mobileViewport: isMobile,
  landerConfig: lander,
  appLoaded: false,
  logo,
})

export interface AppStateStore {
  readonly get: () => AppState
  readonly getFirst: () => AppState
  readonly set: (change: Partial<AppState>) => void
  readonly subscribe: (listener: () => void) => () => void
}

export const appStateStore = (first: AppState): AppStateStore => {
  let state = first
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    getFirst: () => first,
    set: (change) => {
      const next = { ...state, ...change }
      const keys = Object.keys(change) as ReadonlyArray<keyof AppState>
      if (keys.every((key) => next[key] === state[key])) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
