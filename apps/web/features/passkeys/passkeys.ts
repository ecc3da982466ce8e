/** The member's passkeys as a resource. Pure. */
import type { Passkey } from "@foldcast/contracts/queries/passkeys"
import type { Resource } from "../../runtime/queries.ts"
import { isJson, stringOf } from "../../runtime/json.ts"

const readPasskey = (value: unknown): ReadonlyArray<Passkey> => {
  if (!isJson(value)) return []
  const [id, name, host] = [stringOf(value["id"]), stringOf(value["name"]), stringOf(value["host"])]
  const { createdAt, lastUsedAt } = value
  if (id === null || name === null || host === null || typeof createdAt !== "number") return []
  return [
    {
      id,
      name,
      host,
      isOfThisSite: value["isOfThisSite"] === true,
      createdAt,
      lastUsedAt: typeof lastUsedAt === "number" ? lastUsedAt : null,
    },
  ]
}

/** `Unkept`: the member API keeps no passkeys. */
export type PasskeyList =
  | { readonly _tag: "Unkept" }
  | { readonly _tag: "Kept"; readonly passkeys: ReadonlyArray<Passkey>; readonly most: number }

/** Null if one passkey cannot be read: an incomplete list would hide a passkey that can log in. */
const readPasskeys = (body: unknown): PasskeyList | null => {
  if (body === null) return { _tag: "Unkept" }
  if (!isJson(body)) return null
  const { passkeys: rows, most } = body
  if (!Array.isArray(rows) || typeof most !== "number") return null
  const passkeys = rows.flatMap(readPasskey)
  return passkeys.length === rows.length ? { _tag: "Kept", passkeys, most } : null
}

export const PASSKEYS: Resource<PasskeyList> = {
  path: "/api/passkeys",
  read: readPasskeys,
  // A hash of the answer would reveal device names to anyone who can guess them.
  key: "/api/passkeys",
}

export const hasOneHere = (list: PasskeyList | undefined): boolean =>
  list?._tag === "Kept" && list.passkeys.some(({ isOfThisSite }) => isOfThisSite)
