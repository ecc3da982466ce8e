/** The ledger's own movement, as the backend calls it. */
import { Effect } from "effect"
import { makeDatabase } from "@foldcast/backend/db/database"
import { Ids } from "@foldcast/backend/ids"
import { move } from "@foldcast/backend/ledger/ledger"
import { ledgerContender } from "./database.ts"

export const { run } = ledgerContender(({ driver, movement }) => {
  const database = makeDatabase(driver)
  return (n) => move(database, movement(n)).pipe(Effect.provide(Ids.layer))
})
