/**
 * Whoever logs in with the address of a deleted account is told that it was deleted (ERR-02), although
 * nothing that names the person may stay. So the address stays as a hash with a key of ours: it answers
 * "was this one deleted?" to whoever types the address, and nobody can read addresses out of it. A new
 * account with the same address takes the hash away. Where the key of hashes is lost (keyed-hashes.ts) the
 * answer becomes "no such account", which is true as well.
 */
import { keysOf, sameKey } from "@foldcast/rules/names/same-key"
import { Effect, Schema } from "effect"
import type { Queries } from "../db/database.ts"
import { command, only, statement } from "../db/statement.ts"
import { KeyedHashes } from "./keyed-hashes.ts"

const REMEMBER = command(
  `INSERT INTO deleted_addresses (address_hash, deleted_at) VALUES ($1, $2)
   ON CONFLICT (address_hash) DO UPDATE SET deleted_at = $2`,
)
const FORGET = command(
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

/** As JSON; also of the key under which it was hashed before the rule of keys changed. */
const hashesOf = (email: string) =>
  Effect.map(Effect.forEach(keysOf(email), hashOf), (hashes) => JSON.stringify(hashes))

export const rememberDeleted = (queries: Queries, email: string, at: Date) =>
  Effect.flatMap(hashOf(sameKey(email)), (hash) => queries.query(REMEMBER, [hash, at]))

/** Somebody has this address from now on. */
export const forgetDeleted = (queries: Queries, email: string) =>
  Effect.flatMap(hashesOf(email), (hashes) => queries.query(FORGET, [hashes]))

export const wasDeleted = (queries: Queries, email: string) =>
  Effect.flatMap(hashesOf(email), (hashes) => queries.query(FOUND, [hashes])).pipe(
    Effect.map((rows) => only(rows).found),
  )
