/** GET and PUT /wallet/limits. */
import {
  SpendingLimitsRequest,
  UpstreamSpendingLimits,
} from "@foldcast/contracts/upstream/spending"
import { changeSpendingLimits, spendingLimits } from "../spending/spending.ts"
import { memberCall, NoBody } from "./call.ts"
import { routesOf } from "./routes.ts"

const getLimits = memberCall({
  body: NoBody,
  answer: UpstreamSpendingLimits,
  handle: (member) => spendingLimits(member.id),
})

const putLimits = memberCall({
  storesFor: "members",
  body: SpendingLimitsRequest,
  answer: UpstreamSpendingLimits,
  handle: (member, { body }) => changeSpendingLimits(member.id, body),
})

export const spendingRoutes = routesOf({
  "GET /wallet/limits": getLimits,
  "PUT /wallet/limits": putLimits,
})
