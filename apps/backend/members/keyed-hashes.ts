/**
 * Keyed hashes of values that are searched by and must not be readable in the database. The key belongs to the
 * database: it is random, and stored there sealed with TOKEN_SECRET. If an older secret opens it, it is sealed again
 * with the newest, so hashes outlive a secret (ADR 0044).
 *
 * An older database hashed with the secret itself, which then stays its key. If no secret opens a key, another is
 * drawn and earlier hashes are not found, which is logged; the sealed key is kept, and used again once its secret is
 * named.
 *
 * Invariants: a text has one hash per purpose; without the key nobody can try texts.
 */
import { createHmac } from "node:crypto"
import { CompactEncrypt, compactDecrypt } from "jose"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import type { BackendConfigShape } from "../config.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { voidStatement, only, statement } from "../db/statement.ts"
import { BackendIds } from "../ids.ts"
import { derivedKeys, verifiedByAny, type TokenKeys } from "./token-secrets.ts"

export type HashPurpose =
  | "attempts"
  | "deleted addresses"
  | "known browsers"
  | "stream keys"
  | "phone PINs"
  | "drawn PINs"

export interface KeyedHashesShape {
  readonly of: (purpose: HashPurpose, text: string) => string
}

const SEALED = statement(
  Schema.Struct({ id: Schema.Int, sealed: Schema.String }),
  "SELECT id, sealed FROM hash_keys ORDER BY id",
)
const KEEP = voidStatement("INSERT INTO hash_keys (sealed) VALUES ($1)")
const SEAL_ANEW = voidStatement("UPDATE hash_keys SET sealed = $2 WHERE id = $1")
const HASHED_BEFORE = statement(
  Schema.Struct({ found: Schema.Boolean }),
  `SELECT EXISTS (SELECT FROM deleted_addresses) OR EXISTS (SELECT FROM member_browsers)
     OR EXISTS (SELECT FROM stream_keys) OR EXISTS (SELECT FROM attempt_windows) AS found`,
)

const HEADER = { alg: "dir", enc: "A256GCM" } as const

const seal = ([key]: TokenKeys, text: string) =>
  Effect.promise(() =>
    new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(HEADER).encrypt(key),
  )

const unseal = (keys: TokenKeys, sealed: string) =>
  Effect.promise(() =>
    verifiedByAny(keys, async (key) => {
      const { plaintext } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: [HEADER.alg],
        contentEncryptionAlgorithms: [HEADER.enc],
      })
      return new TextDecoder().decode(plaintext)
    }),
  )

/**
 * The oldest key that a secret opens; null where none does. A key drawn while an older one's secret was missing has
 * the hashes of that time only, and is replaced once the secret is named.
 */
const openKey = Effect.fnUntraced(function* (queries: SqlQueries, keys: TokenKeys) {
  for (const { id, sealed } of yield* queries.query(SEALED)) {
    const opened = yield* unseal(keys, sealed)
    if (opened === null) continue
    if (!opened.isCurrent) {
      yield* queries.query(SEAL_ANEW, [id, yield* seal(keys, opened.content)])
      yield* Effect.logInfo("the key of hashes is sealed with the new TOKEN_SECRET")
    }
    return opened.content
  }
  return null
})

const firstKey = Effect.fnUntraced(function* (
  queries: SqlQueries,
  { tokenSecrets }: Pick<BackendConfigShape, "tokenSecrets">,
) {
  const ids = yield* BackendIds
  const isLost = (yield* queries.query(SEALED)).length > 0
  if (isLost) {
    yield* Effect.logError(
      "no TOKEN_SECRET opens the key of hashes: known browsers, deleted addresses and stream keys of before are not found",
    )
  } else if (only(yield* queries.query(HASHED_BEFORE)).found) {
    return Redacted.value(tokenSecrets.at(-1) ?? tokenSecrets[0])
  }
  return `${ids.next("hash")}${ids.next("hash")}`
})

export class KeyedHashes extends Context.Service<KeyedHashes, KeyedHashesShape>()(
  "backend/KeyedHashes",
) {
  static readonly layer = (config: Pick<BackendConfigShape, "tokenSecrets">) =>
    Layer.effect(
      KeyedHashes,
      Effect.gen(function* () {
        const keys = derivedKeys(config.tokenSecrets, "hash key")
        const key = yield* (yield* SqlDatabase).transaction((queries) =>
          Effect.gen(function* () {
            const found = yield* openKey(queries, keys)
            if (found !== null) return found
            const drawn = yield* firstKey(queries, config)
            yield* queries.query(KEEP, [yield* seal(keys, drawn)])
            return drawn
          }),
        )
        const keyOf = (purpose: HashPurpose) => createHmac("sha256", key).update(purpose).digest()
        return KeyedHashes.of({
          of: (purpose, text) =>
            createHmac("sha256", keyOf(purpose)).update(text).digest("base64url"),
        })
      }),
    )
}
