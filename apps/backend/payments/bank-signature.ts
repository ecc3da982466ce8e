/**
 * The order that a browser takes to the bank: `base64url(JSON).base64url(HMAC)`, all that the bank has to know of it,
 * tamper-proof. The bank's notices are signed as every message between parties is (http/signed-message.ts). Pure.
 */
import { messageMac } from "../http/signed-message.ts"

export const signOrder = (secret: string, order: unknown): string => {
  const payload = Buffer.from(JSON.stringify(order)).toString("base64url")
  return `${payload}.${messageMac(secret, "order.v1", payload).toString("base64url")}`
}
