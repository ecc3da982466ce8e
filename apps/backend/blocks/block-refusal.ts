/** What a block refuses, to rooms and to the inbox: one label, whoever of the two blocked the other (UA89). */
import { Effect } from "effect"
import { BLOCKED_LABEL } from "@foldcast/contracts/chat-rules"
import type { SqlQueries } from "../db/database.ts"
import { Refused } from "../http/refused.ts"
import { type BlockPair, isBlockedBetween } from "./block-store.ts"

export const blocked = () => new Refused({ status: 400, label: BLOCKED_LABEL })

/** Null: neither has blocked the other. */
export const blockRefusal = (queries: SqlQueries, pair: BlockPair) =>
  Effect.map(isBlockedBetween(queries, pair), (is) => (is ? blocked() : null))
