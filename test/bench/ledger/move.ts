/** The ledger's own movement, as the backend calls it. */
import { Effect } from "effect"
import { makeSqlDatabase } from "@foldcast/backend/db/database"
import { BackendIds } from "@foldcast/backend/ids"
import { move } from "@foldcast/backend/ledger/ledger"
import { ledgerContender } from "./database.ts"

export const { run } = ledgerContender(({ driver, movement }) => {
  const database = makeSqlDatabase(driver)
  return (n) => move(database, movement(n)).pipe(Effect.provide(BackendIds.layer))
})
