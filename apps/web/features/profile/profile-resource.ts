/** A profile as a resource, and the meaning of a failure to load it (ROUTE-14). Pure. */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { profilePath } from "@foldcast/rules/grid/resources"
import type { AnswerRefused, Resource } from "../../runtime/queries.ts"
import { readProfile } from "../performers/profile-answers.ts"

export const profileResource = (username: string, locale: Locale): Resource<PerformerProfile> => ({
  path: profilePath(username, locale),
  read: readProfile,
})

/** `Gone`: there is no such page. `Unanswered`: unknown; a retry may help. */
export type ProfileFailure = "Gone" | "Unanswered"

const SERVER_FAULT = 500
const TOO_MANY = 429

export const profileFailure = ({ problem: { status } }: AnswerRefused): ProfileFailure =>
  status === 0 || status === TOO_MANY || status >= SERVER_FAULT ? "Unanswered" : "Gone"
