/** Departures in `departures.db`, each member sealed as in a session's row. */
import { join } from "node:path"
import { Effect, Layer, Option } from "effect"
import { GatewayConfig } from "../config.ts"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/event-log.ts"
import { Departures, DeparturesUnavailable } from "./departures.ts"
import { type DatabaseFailed, DurableDatabase } from "./durable-database.ts"
import { IV_BITS } from "./seal.ts"
import {
  memberIndex,
  memberIndexes,
  sealMember,
  sessionKeys,
  type SessionKeys,
  unsealMember,
} from "./sealed-member.ts"

const MIGRATIONS = [
  `CREATE TABLE departures (
     member_index TEXT PRIMARY KEY,
     member TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
]

/** What a seal is bound to in place of an owner: it opens nowhere else. */
const BOUND_TO = "departure" as OwnerId

const unavailable = ({ operation, detail }: DatabaseFailed) =>
  new DeparturesUnavailable({ operation, detail })

export const makeSqliteDepartures = Effect.fn("makeSqliteDepartures")(function* (settings: {
  readonly file: string
  readonly keys: SessionKeys
}) {
  const ids = yield* Ids
  const { file, keys } = settings
  const database = yield* DurableDatabase.open({ file, migrations: MIGRATIONS }).pipe(
    Effect.mapError(unavailable),
  )
  const insert = database.prepare(
    "INSERT OR REPLACE INTO departures (member_index, member) VALUES (?, ?)",
  )
  const remove = database.prepare("DELETE FROM departures WHERE member_index = ?")
  const all = database.prepare("SELECT member FROM departures ORDER BY member_index")

  return Departures.of({
    begin: (member) =>
      database
        .write("begin", () => {
          const sealed = sealMember(keys, BOUND_TO, member, ids.token(IV_BITS))
          insert.run(memberIndex(keys, member.memberId), sealed)
        })
        .pipe(Effect.mapError(unavailable)),
    end: (member) =>
      database
        .write("end", () => {
          for (const index of memberIndexes(keys, member)) remove.run(index)
        })
        .pipe(Effect.mapError(unavailable)),
    pending: database
      .read("pending", () =>
        all
          .all()
          .flatMap((row) => Option.toArray(unsealMember(keys, BOUND_TO, String(row["member"])))),
      )
      .pipe(Effect.mapError(unavailable)),
  })
})

export const SqliteDepartures = {
  layer: Layer.effect(
    Departures,
    Effect.flatMap(GatewayConfig, ({ dataDir, sessionSecrets }) =>
      makeSqliteDepartures({
        file: join(dataDir, "departures.db"),
        keys: sessionKeys(sessionSecrets),
      }),
    ),
  ),
} as const
