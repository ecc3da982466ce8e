/**
 * The answers to the queries that need no upstream: who is logged in, and which brand this is
 * (stream-protocol, "Queries"). Pure; of the token's contents the browser knows only the member's id.
 */
import type { Brand } from "../brand/brand.ts"
import type { ResolvedSession } from "../sessions/session-store.ts"

export interface SessionAnswer {
  readonly member: { readonly memberId: string; readonly username: string } | null
}

export interface BrandAnswer {
  readonly id: string
  readonly name: string
}

type Asking = Pick<ResolvedSession, "member" | "cookie"> | null

/** No session, a guest's, or one whose cookie only serves to repeat a log-in: nobody. */
export const sessionAnswer = (session: Asking): SessionAnswer => {
  const member = session?.cookie === "current" ? session.member : null
  return {
    member: member === null ? null : { memberId: member.memberId, username: member.username },
  }
}

export const brandAnswer = ({ id, name }: Brand): BrandAnswer => ({ id, name })

const json = (body: unknown, cacheControl: string): Response =>
  new Response(JSON.stringify(body), {
    headers: { "Content-Type": "application/json", "Cache-Control": cacheControl },
  })

/** A member's: never stored, and different for every cookie. */
export const sessionResponse = (session: Asking): Response => {
  const response = json(sessionAnswer(session), "no-store")
  response.headers.set("Vary", "Cookie")
  return response
}

/** Public, and different for every host. */
export const brandResponse = (brand: Brand): Response => {
  const response = json(brandAnswer(brand), "public, max-age=60")
  response.headers.set("Vary", "Host")
  return response
}
