/**
 * The public answers about a brand: GET /api/brand and its logo, cached for a minute with an ETag. The policy of a
 * logo lets it run and load nothing.
 */
import { createHash } from "node:crypto"
import type { Brand } from "./brand.ts"
import type { Logo } from "./partner-copy.ts"

const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const FRESH = "public, max-age=60"

const answer = (
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Response => {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
  const all = { ...headers, "Cache-Control": FRESH, ETag: etag }
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim())
  return known.includes(etag)
    ? new Response(null, { status: 304, headers: all })
    : new Response(body, { headers: all })
}

export const brandResponse = (request: Request, brand: Brand): Response =>
  answer(request, JSON.stringify(brand.public), {
    "Content-Type": "application/json",
    Vary: "Host",
  })

export const logoResponse = (request: Request, logo: Logo): Response =>
  answer(request, Buffer.from(logo.base64, "base64"), {
    "Content-Type": logo.type,
    "Content-Security-Policy": LOGO_POLICY,
  })
