/** Turns the account's upstream shapes into facts. Pure; called by normalise-answer.ts. */
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { BasicInfo } from "@foldcast/contracts/upstream/member-api"
import { creditsChanged } from "./credits.ts"

/** The username with a capital first letter, where the upstream sends none. */
const capitalised = (username: string) => username.charAt(0).toUpperCase() + username.slice(1)

export const loggedIn = (memberId: MemberId, info: BasicInfo): Event => ({
  _tag: "LoggedIn",
  memberId,
  username: info.username,
  verified: info.verified,
})

/** Basic info gives the profile and the first balance. */
export const memberLoaded = (info: BasicInfo): ReadonlyArray<Event> => [
  {
    _tag: "MemberLoaded",
    username: info.username,
    capName: info.capName ?? capitalised(info.username),
    email: info.email,
    verified: info.verified,
    endUserText: info.endUserText,
    lander: info.lander,
    // Either condition asks for a name of one's own (AUTH-59).
    showChangeUsername: info.showChangeUsername === true || info.username === info.email,
    ...(info.welcomed !== undefined && { welcomed: info.welcomed }),
  },
  creditsChanged(info.credits),
]
