/**
 * Who logs in with the address of a deleted account is told that it was deleted (ERR-02), although nothing that names
 * the person may be kept. So the address is kept as a keyed hash: it answers whether a typed address was deleted, and
 * no address can be read from it. A new account with the address removes the hash. If the key of hashes is lost
 * (keyed-hashes.ts), the answer is "no such account", which is true too.
 */
import { keysOf, sameKey } from "@foldcast/rules/names/same-key"
import { Effect, Schema } from "effect"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, only, statement } from "../db/statement.ts"
import { KeyedHashes } from "./keyed-hashes.ts"

const REMEMBER = voidStatement(
  `INSERT INTO deleted_addresses (address_hash, deleted_at) VALUES ($1, $2)
   ON CONFLICT (address_hash) DO UPDATE SET deleted_at = $2`,
)
const DELETE = voidStatement(
  `DELETE FROM deleted_addresses
   WHERE address_hash IN (SELECT jsonb_array_elements_text($1::jsonb))`,
)
const FOUND = statement(
  Schema.Struct({ found: Schema.Boolean }),
  `SELECT EXISTS (SELECT FROM deleted_addresses
     WHERE address_hash IN (SELECT jsonb_array_elements_text($1::jsonb))) AS found`,
)

const hashOf = (key: string) =>
  Effect.map(KeyedHashes, (hashes) => hashes.of("deleted addresses", key))

/** As JSON, with the hash by the earlier rule of keys. */
const hashesOf = (email: string) =>
  Effect.map(Effect.forEach(keysOf(email), hashOf), (hashes) => JSON.stringify(hashes))

export const recordDeletedAddress = (queries: SqlQueries, email: string, at: Date) =>
  Effect.flatMap(hashOf(sameKey(email)), (hash) => queries.query(REMEMBER, [hash, at]))

/** A new account has this address. */
export const removeDeletedAddress = (queries: SqlQueries, email: string) =>
  Effect.flatMap(hashesOf(email), (hashes) => queries.query(DELETE, [hashes]))

export const wasAddressDeleted = (queries: SqlQueries, email: string) =>
  Effect.flatMap(hashesOf(email), (hashes) => queries.query(FOUND, [hashes])).pipe(
    Effect.map((rows) => only(rows).found),
  )
