/** GET /block, PUT and DELETE /block/{performerId}. */
import { Effect } from "effect"
import { BlocksAnswer } from "@foldcast/contracts/upstream/blocks"
import { DoneAnswer } from "@foldcast/contracts/upstream/member-api"
import { blocksOf } from "../blocks/block-store.ts"
import { SqlDatabase } from "../db/database.ts"
import { block, unblock } from "../safety/change-block.ts"
import { memberCall, NoBody } from "./call.ts"
import { routesOf } from "./routes.ts"

const getBlocks = memberCall({
  body: NoBody,
  answer: BlocksAnswer,
  handle: Effect.fnUntraced(function* ({ id }) {
    const rows = yield* blocksOf(yield* SqlDatabase, id)
    return { blocks: rows.map(({ performer_id: performerId }) => ({ performerId })) }
  }),
})

const putBlock = memberCall({
  storesFor: "members",
  body: NoBody,
  answer: DoneAnswer,
  handle: ({ id: memberId }, { id: performerId }) =>
    Effect.as(block({ memberId, performerId }, "member"), {}),
})

const deleteBlock = memberCall({
  body: NoBody,
  answer: DoneAnswer,
  handle: ({ id: memberId }, { id: performerId }) =>
    Effect.as(unblock({ memberId, performerId }, "member"), {}),
})

export const blocksRoutes = routesOf({
  "GET /block": getBlocks,
  "PUT /block/:id": putBlock,
  "DELETE /block/:id": deleteBlock,
})
