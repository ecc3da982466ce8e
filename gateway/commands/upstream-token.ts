/**
 * Reads the member's id and the expiry from the upstream's login token, and nothing else (UA5). The signature is not
 * checked: the token came from the upstream itself, over our own call.
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
