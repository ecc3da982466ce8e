/**
 * Stores whose profile a visitor was on when registration opened, to return there once verified (AUTH-76, STORE-04),
 * and what they wanted there. Registration that opens elsewhere, or for nothing of a room, removes it.
 */
import { distinctUntilChanged, filter, map } from "rxjs"
import { openDialog } from "@foldcast/folds/dialogs"
import { pageOf, splitLocale } from "@foldcast/rules/page-routes"
import { readIntent } from "./intent.ts"
import type { SiteRuntime } from "./site-runtime.ts"
import { registeredForStore } from "./stores/registered-for.ts"
import { registeredFromStore } from "./stores/registered-from.ts"

/** Null: no profile's path. */
export const profileNameAt = (path: string): string | null => {
  const match = pageOf(splitLocale(path).rest)
  return match?.page === "profile-model" ? (match.params["model"] ?? null) : null
}

export const storeRegisteredFrom = (
  { state$ }: Pick<SiteRuntime, "state$">,
  path: () => string,
): void => {
  state$
    .pipe(
      map(openDialog),
      distinctUntilChanged(),
      filter((dialog) => dialog === "register"),
    )
    .subscribe(() => {
      const name = profileNameAt(path())
      if (name === null) registeredFromStore.forget()
      else registeredFromStore.write(name)
      const intent = readIntent()
      if (name === null || intent?._tag !== "Room") registeredForStore.forget()
      else registeredForStore.write(intent.action)
    })
}
