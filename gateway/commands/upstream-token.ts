/**
 * What the gateway reads from the upstream's login token: the member's id and the expiry, nothing else
 * (UA5). The signature is the upstream's business: the token came from it over our own call.
 */
import { Exit, Option, Schema } from "effect"
import { MemberId } from "@foldcast/contracts/ids"
import { TokenPayload } from "@foldcast/contracts/upstream/member-api"

const decodePayload = Schema.decodeUnknownExit(Schema.fromJsonString(TokenPayload))
const decodeId = Schema.decodeUnknownOption(MemberId)

export interface TokenContent {
  readonly memberId: MemberId
  /** Gateway milliseconds. */
  readonly expiresAt: number
}

export const readToken = (token: string): Option.Option<TokenContent> => {
  const [, payload = "", ...rest] = token.split(".")
  if (rest.length !== 1) return Option.none()
  const read = decodePayload(Buffer.from(payload, "base64url").toString("utf8"))
  if (Exit.isFailure(read)) return Option.none()
  return Option.map(decodeId(String(read.value.id)), (memberId) => ({
    memberId,
    expiresAt: read.value.exp * 1_000,
  }))
}
