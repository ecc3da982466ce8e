/** GET /basic-info and GET /credits: who the member is, and what they have. */
import { Clock, Effect } from "effect"
import { BasicInfo, CreditsAnswer } from "@foldcast/contracts/upstream/member-api"
import { SqlDatabase } from "../db/database.ts"
import { memberCall, NoBody } from "./call.ts"
import { routesOf } from "./routes.ts"
import { balanceOf } from "../ledger/ledger.ts"
import { basicInfo } from "../members/member.ts"
import { nameRefusal } from "../members/name-refusal.ts"
import { wasWelcomed } from "../members/welcome.ts"

const getBasicInfo = memberCall({
  body: NoBody,
  answer: BasicInfo,
  handle: Effect.fnUntraced(function* (member) {
    const database = yield* SqlDatabase
    const credits = yield* balanceOf(database, member.id)
    return basicInfo(member, {
      credits,
      welcomed: yield* wasWelcomed(database, member.id),
      isNameFit: (yield* nameRefusal(database, member.username)) === null,
      at: yield* Clock.currentTimeMillis,
    })
  }),
})

const getCredits = memberCall({
  body: NoBody,
  answer: CreditsAnswer,
  handle: Effect.fnUntraced(function* (member) {
    return { credits: yield* balanceOf(yield* SqlDatabase, member.id) }
  }),
})

export const memberInfoRoutes = routesOf({
  "GET /basic-info": getBasicInfo,
  "GET /credits": getCredits,
})
