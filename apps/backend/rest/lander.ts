/** GET /lander?id= : the content of a brand's first page. */
import { Effect } from "effect"
import { LanderAnswer } from "@foldcast/contracts/upstream/member-api"
import { landerById } from "../brands/landers.ts"
import { NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { notFound } from "../http/refused.ts"

const getLander = openCall({
  body: NoBody,
  answer: LanderAnswer,
  handle: ({ query }) => {
    const lander = landerById(query.get("id") ?? "")
    return lander === undefined ? Effect.fail(notFound()) : Effect.succeed(lander)
  },
})

export const landerRoutes = routesOf({
  "GET /lander": getLander,
})
