/** How components see the document's app state. The server and the first render show the same. */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react"
import type { AppState, AppStateStore } from "./app-state.ts"

const StoreContext = createContext<AppStateStore | null>(null)

export const AppStateProvider = ({
  store,
  children,
}: {
  readonly store: AppStateStore
  readonly children: ReactNode
}) => <StoreContext value={store}>{children}</StoreContext>

export const useAppStateStore = (): AppStateStore => {
  const store = useContext(StoreContext)
  if (store === null) throw new Error("there is no AppStateProvider above this component")
  return store
}

export const useAppState = <Key extends keyof AppState>(key: Key): AppState[Key] => {
  const store = useAppStateStore()
  return useSyncExternalStore(
    store.subscribe,
    () => store.get()[key],
    () => store.getFirst()[key],
  )
}
