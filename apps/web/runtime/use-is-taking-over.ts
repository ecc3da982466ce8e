import { useSyncExternalStore } from "react"

const never = () => () => {}
/** True on the server and during hydration. */
export const useIsTakingOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
