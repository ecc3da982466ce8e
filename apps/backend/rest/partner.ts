/**
 * A partner's own host, served under `/partners/{brand}`: `/common/configuration.json` and the logo that it names.
 * Public: a partner host knows no API key.
 */
import { Schema } from "effect"
import { Hono } from "hono"
import { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"
import { LOGOS } from "../brands/brand-logos.ts"
import { BRANDS } from "../brands/brands.ts"

const HEADERS = { "Cache-Control": "public, max-age=60", "X-Content-Type-Options": "nosniff" }

const encode = Schema.encodeSync(PartnerConfiguration)

const nothing = () => Response.json({ label: "notFound" }, { status: 404 })

/** `path`: as on the partner's host, `/common/configuration.json`. */
const getPartnerFile = (brandId: string, path: string): Response => {
  const brand = BRANDS.find(({ id }) => id === brandId)
  if (brand === undefined) return nothing()
  if (path === "/common/configuration.json") {
    return Response.json(encode(brand), { headers: HEADERS })
  }
  const logo = path === brand.logo ? LOGOS.get(path) : undefined
  if (logo === undefined) return nothing()
  return new Response(logo, {
    headers: {
      ...HEADERS,
      "Content-Type": "image/svg+xml",
      "Content-Security-Policy": "default-src 'none'",
    },
  })
}

export const partnerRoutes = () =>
  new Hono().get("/partners/:brand/common/:file", (context) =>
    getPartnerFile(context.req.param("brand"), `/common/${context.req.param("file")}`),
  )
