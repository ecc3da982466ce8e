/**
 * Where somebody goes on who has just been verified: to the performer whose profile they registered from,
 * if that performer is not offline, otherwise where they are (AUTH-76). Pure but for the hook.
 */
import { useState } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { OFFLINE } from "@foldcast/rules/performer-status"
import { registeredFromStore } from "../../runtime/stores/registered-from.ts"
import { useAnswer } from "../../runtime/use-answer.ts"
import { profileResource } from "../profile/profile-resource.ts"
import { useLocale } from "../site/page-frame-context.tsx"

export type WayBack =
  | { readonly _tag: "Here" }
  /** Whether the performer is there is being asked. */
  | { readonly _tag: "Asking"; readonly name: string }
  | { readonly _tag: "Performer"; readonly name: string }

const HERE: WayBack = { _tag: "Here" }

/** `name` is null for who registered elsewhere; an answer that failed says of nobody that they are there. */
export const wayBack = (
  name: string | null,
  isAsking: boolean,
  profile: Pick<PerformerProfile, "onlineStatus"> | undefined,
): WayBack => {
  if (name === null) return HERE
  if (profile !== undefined) {
    return profile.onlineStatus === OFFLINE ? HERE : { _tag: "Performer", name }
  }
  return isAsking ? { _tag: "Asking", name } : HERE
}

/** Asks at once, so that the answer is here when the verification is. */
export const useWayBack = (): WayBack => {
  const locale = useLocale()
  const [name] = useState(() => registeredFromStore.read().value)
  const answer = useAnswer(profileResource(name ?? "", locale), { isWanted: name !== null })
  return wayBack(name, answer.isLoading, answer.data)
}
