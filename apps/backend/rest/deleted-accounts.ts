/** GET /deleted-accounts?after= : the accounts that other stores of members' data have to erase. */
import { Effect } from "effect"
import {
  DELETED_ACCOUNTS_AT_ONCE,
  DeletedAccountsAnswer,
} from "@foldcast/contracts/upstream/member-api"
import { NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { badRequest } from "../http/refused.ts"
import { MAX_EXACT, wholeNumberIn } from "../http/whole-number.ts"
import { DeletionList } from "../account-deletion/deletion-list.ts"

const getDeletedAccounts = openCall({
  body: NoBody,
  answer: DeletedAccountsAnswer,
  handle: Effect.fnUntraced(function* ({ query }) {
    const after = wholeNumberIn(query, "after", 0, MAX_EXACT)
    if (after === undefined) return yield* badRequest("after")
    return (yield* DeletionList).behind(after ?? 0, DELETED_ACCOUNTS_AT_ONCE)
  }),
})

export const deletedAccountsRoutes = routesOf({
  "GET /deleted-accounts": getDeletedAccounts,
})
