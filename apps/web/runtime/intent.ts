/**
 * What a visitor wanted that needs an account or credits: a page, a favourite, to be told when somebody is live, or
 * something in a room. It is told by the windows that it opened, and gone with them unless what stood in its way is
 * there by then (ADR 0065).
 */
import type { IntendedPage } from "@foldcast/rules/page-access"
import type { SiteRuntime } from "./site-runtime.ts"
import type { RoomAction } from "./stores/registered-for.ts"

export interface RoomIntent {
  readonly _tag: "Room"
  readonly action: RoomAction
  /** The performer's. */
  readonly name: string
  /** The account or the credits are there: it is offered again. */
  readonly isOffered: boolean
}

export type Intent =
  | { readonly _tag: "Page"; readonly page: IntendedPage }
  | { readonly _tag: "Favourite"; readonly performerId: string; readonly name: string }
  | { readonly _tag: "LiveAlert"; readonly performerId: string; readonly name: string }
  | RoomIntent

let intent: Intent | null = null
const watchers = new Set<() => void>()

export const readIntent = (): Intent | null => intent

/** Calls the watcher at each change; answers how to unsubscribe. */
export const watchIntent = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

/** Null: nothing any more. */
export const wantIntent = (next: Intent | null): void => {
  intent = next
  for (const watcher of watchers) watcher()
}

/** Opens log-in for a page, registration for the others. */
export const askToLogInFor = (
  wanted: Intent,
  { dispatch }: Pick<SiteRuntime, "dispatch">,
): void => {
  wantIntent(wanted)
  dispatch({ _tag: "DialogOpened", dialog: wanted._tag === "Page" ? "logIn" : "register" })
}
