/** Ids as an Effect service, so that tests can make them predictable (law L9): 128 random bits each. */
import { randomBytes } from "node:crypto"
import { Context, Layer } from "effect"

/** What an id stands for, readable in front of it. */
export type IdPrefix =
  | "m"
  | "p"
  | "ps"
  | "tr"
  | "jwt"
  | "link"
  | "cs"
  | "auth"
  | "msg"
  | "watch"
  | "cam"
  | "hold"
  | "desk"
  | "sk"
  | "free"
  | "hash"
  | "ivr"
  | "call"
  | "cv"
  | "pm"
  | "pic"
  | "bl"
  | "rp"

export interface BackendIdsShape {
  readonly next: (prefix: IdPrefix) => string
}

export class BackendIds extends Context.Service<BackendIds, BackendIdsShape>()(
  "backend/BackendIds",
) {
  static readonly layer = Layer.succeed(
    BackendIds,
    BackendIds.of({ next: (prefix) => `${prefix}_${randomBytes(16).toString("base64url")}` }),
  )
}
