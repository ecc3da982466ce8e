/** GET /basic-info and GET /credits: who the member is, and what they have. */
import { Effect } from "effect"
import { BasicInfo, CreditsAnswer } from "@foldcast/contracts/upstream/member-api"
import { Database } from "../db/database.ts"
import { memberCall, NoBody } from "../http/call.ts"
import { balanceOf } from "../ledger/ledger.ts"
import { basicInfo } from "../members/member.ts"

const creditsOf = (memberId: string) =>
  Effect.flatMap(Database, (database) => balanceOf(database, memberId))

export const getBasicInfo = memberCall({
  body: NoBody,
  answer: BasicInfo,
  handle: (member) => Effect.map(creditsOf(member.id), (credits) => basicInfo(member, credits)),
})

export const getCredits = memberCall({
  body: NoBody,
  answer: CreditsAnswer,
  handle: (member) => Effect.map(creditsOf(member.id), (credits) => ({ credits })),
})
