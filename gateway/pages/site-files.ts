/**
 * Routes for files about the site: robots.txt, sitemap, manifest, /.well-known, and the brand's answers. Each
 * depends on the brand of the request's host.
 */
import { Hono } from "hono"
import { brandResponse, logoResponse } from "../brand/brand-answers.ts"
import type { BrandsShape } from "../brand/brands.ts"
import type { OriginPolicy } from "../config.ts"
import { robotsTxt } from "./site-files/robots.ts"
import { sitemapXml } from "./site-files/sitemap.ts"
import { webManifest } from "./site-files/web-manifest.ts"
import { publicOrigin } from "../http/public-origin.ts"
import { languageOf } from "../http/page-traits.ts"
import { changePasswordPath } from "./site-files/change-password.ts"
import { SECURITY_TXT_PATH, securityTxt } from "./site-files/security-txt.ts"

const textFile = (body: string, type: string): Response =>
  new Response(body, {
    headers: { "Content-Type": type, "Cache-Control": "public, max-age=300", Vary: "Host" },
  })

export interface SiteFilesNow {
  /** The slugs of the present categories. */
  readonly categorySlugs: () => Promise<ReadonlyArray<string>>
  /** Milliseconds since 1970. */
  readonly now: () => Promise<number>
}

export const siteFiles = (
  brands: BrandsShape,
  origins: OriginPolicy,
  { categorySlugs, now }: SiteFilesNow,
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
  app.get(SECURITY_TXT_PATH, async (context) => {
    const { securityContact } = brands.of(hostOf(context))
    const origin = publicOrigin(origins, hostOf(context))
    return textFile(securityTxt(origin, securityContact, await now()), "text/plain; charset=utf-8")
  })
  app.get("/.well-known/change-password", (context) => {
    const { disabledRoutes } = brands.of(hostOf(context)).public
    const { locale } = languageOf(new URL(context.req.url), (name) => context.req.header(name))
    const path = changePasswordPath(locale, disabledRoutes)
    return path === null
      ? new Response(null, { status: 404 })
      : new Response(null, {
          status: 302,
          headers: { Location: path, "Cache-Control": "no-store" },
        })
  })
  // Any other path here is a bare 404 and no page, since clients of such files look only at the status.
  app.all("/.well-known/*", () => new Response(null, { status: 404 }))
  app.get("/api/brand", (context) => brandResponse(context.req.raw, brands.of(hostOf(context))))
  app.get("/brand/:id/logo", (context) => {
    const logo = brands.logo(context.req.param("id"))
    return logo === null ? new Response(null, { status: 404 }) : logoResponse(context.req.raw, logo)
  })
  return app
}
