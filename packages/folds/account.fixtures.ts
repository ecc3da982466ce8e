/** A member who logs in, and what is loaded of them. */
import type { MemberId } from "@foldcast/contracts/ids"
import type { EventOf } from "@foldcast/contracts/stream/event"

export const loggedIn: EventOf<"LoggedIn"> = {
  _tag: "LoggedIn",
  memberId: "m1" as MemberId,
  username: "robin",
  verified: false,
}

export const memberLoaded: EventOf<"MemberLoaded"> = {
  _tag: "MemberLoaded",
  username: "robin",
  capName: "Robin",
  email: "robin@example.invalid",
  verified: true,
  endUserText: null,
  lander: null,
  showChangeUsername: false,
}
