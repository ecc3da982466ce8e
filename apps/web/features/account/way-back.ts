/**
 * The way on for a newly verified member: to the performer from whose profile they registered, if that performer is
 * not offline; otherwise they stay (AUTH-76). Pure except for the hook.
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
  /** The performer's status is being requested. */
  | { readonly _tag: "Asking"; readonly name: string }
  | { readonly _tag: "Performer"; readonly name: string }

const HERE: WayBack = { _tag: "Here" }

/** `name` is null where registration was not on a profile; a failed answer counts as offline. */
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

/** Requests the status at once, so that the answer is ready when the verification ends. */
export const useWayBack = (): WayBack => {
  const locale = useLocale()
  const [name] = useState(() => registeredFromStore.read().value)
  const answer = useAnswer(profileResource(name ?? "", locale), { isWanted: name !== null })
  return wayBack(name, answer.isLoading, answer.data)
}
