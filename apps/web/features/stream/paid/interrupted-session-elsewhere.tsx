/** The notice of interrupted-session.tsx on every page but the profile and the history, which show it themselves. */
import type { SiteState } from "@foldcast/folds/site-state"
import { useSite } from "../../../runtime/react.tsx"
import { useCurrentPage } from "../../category/use-current-page.ts"
import { InterruptedSession } from "./interrupted-session.tsx"

const selectRoom = ({ room }: SiteState) => room

export function InterruptedSessionElsewhere() {
  const room = useSite(selectRoom)
  const { page } = useCurrentPage()
  if (page === "profile-model" || page === "settings-credits") return null
  return <InterruptedSession paid={room?.paid ?? null} receipt={room?.receipt ?? null} />
}
