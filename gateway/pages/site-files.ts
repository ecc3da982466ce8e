/**
 * The files about the site that are no page: robots.txt, sitemap, manifest, and the brand's own answers.
 * Each is its host's brand's. Routed by app.ts.
 */
import { Hono } from "hono"
import { brandResponse, logoResponse } from "../brand/brand-answers.ts"
import type { BrandsShape } from "../brand/brands.ts"
import type { OriginPolicy } from "../config.ts"
import { robotsTxt } from "./site-files/robots.ts"
import { sitemapXml } from "./site-files/sitemap.ts"
import { webManifest } from "./site-files/web-manifest.ts"
import { publicOrigin } from "../http/public-origin.ts"

const textFile = (body: string, type: string): Response =>
  new Response(body, {
    headers: { "Content-Type": type, "Cache-Control": "public, max-age=300", Vary: "Host" },
  })

/** `categorySlugs` are those that there are now. */
export const siteFiles = (
  brands: BrandsShape,
  origins: OriginPolicy,
  categorySlugs: () => Promise<ReadonlyArray<string>>,
): Hono => {
  const app = new Hono()
  const hostOf = (context: { readonly req: { header: (name: string) => string | undefined } }) =>
    context.req.header("host")
  app.get("/robots.txt", (context) =>
    textFile(robotsTxt(publicOrigin(origins, hostOf(context))), "text/plain; charset=utf-8"),
  )
  app.get("/sitemap.xml", async (context) => {
    const { disabledRoutes } = brands.of(hostOf(context)).public
    const origin = publicOrigin(origins, hostOf(context))
    const xml = sitemapXml(origin, disabledRoutes, await categorySlugs())
    return textFile(xml, "application/xml; charset=utf-8")
  })
  app.get("/manifest.webmanifest", (context) =>
    textFile(webManifest(brands.of(hostOf(context)).public), "application/manifest+json"),
  )
  app.get("/api/brand", (context) => brandResponse(context.req.raw, brands.of(hostOf(context))))
  app.get("/brand/:id/logo", (context) => {
    const logo = brands.logo(context.req.param("id"))
    return logo === null ? new Response(null, { status: 404 }) : logoResponse(context.req.raw, logo)
  })
  return app
}
