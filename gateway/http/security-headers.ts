/**
 * Security headers of every answer. One nonce per answer; the page's own scripts and styles carry it, and nothing
 * else runs.
 *
 * `style-src-attr 'unsafe-inline'`: React renders `style` attributes into the server's HTML, and
 * react-aria-components needs them there (visually hidden inputs, positions of popovers); without it a page looks
 * broken until it hydrates. An attribute can style its own element and cannot load or run anything; whole style
 * sheets still need the nonce.
 *
 * Trusted Types: no string becomes markup or script in a page, neither from our code nor from a library;
 * apps/web/runtime/trusted-types.ts allows the harmless cases.
 *
 * The `Rating` header is the RTA label ("restricted to adults") for parental filters.
 */
import type { MiddlewareHandler } from "hono"
import type { IdsShape } from "../ids.ts"

const NONCE_BITS = 128
const CONTENT_SECURITY_POLICY = "Content-Security-Policy"
const REFERRER_POLICY = "Referrer-Policy"

/** For documents without scripts and with inline styles. */
export const PLAIN_DOCUMENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const HSTS = "max-age=63072000; includeSubDomains; preload"

/** Features that no page of the site uses; `()` refuses them to every frame as well. */
const REFUSED_FEATURES = [
  "accelerometer",
  "browsing-topics",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
] as const
/**
 * Features for the site's own pages only: a visitor shows a performer their camera (CHAT-27), makes and uses a
 * passkey (ADR 0043). The browser asks first.
 */
const OWN_FEATURES = [
  "camera",
  "microphone",
  "publickey-credentials-create",
  "publickey-credentials-get",
] as const

export interface Reach {
  /** Sockets of a development server; none in production. */
  readonly hotReload?: ReadonlyArray<string>
  /** Hosts of pictures and films over https, beside this site. */
  readonly mediaHosts?: ReadonlyArray<string>
}

const sources = (directive: string, hosts: ReadonlyArray<string>): string =>
  [directive, ...hosts.map((host) => `https://${host}`)].join(" ")

export const contentSecurityPolicy = (
  nonce: string,
  production: boolean,
  { hotReload = [], mediaHosts = [] }: Reach = {},
): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "script-src-attr 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    sources("img-src 'self' data:", mediaHosts),
    "font-src 'self'",
    sources("media-src 'self'", mediaHosts),
    "manifest-src 'self'",
    "worker-src 'self'",
    ["connect-src 'self'", ...hotReload].join(" "),
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The development server's own client writes markup.
    ...(hotReload.length === 0
      ? ["require-trusted-types-for 'script'", "trusted-types default"]
      : []),
    ...(production ? ["upgrade-insecure-requests"] : []),
  ].join("; ")

/** All headers except the policy, which differs per answer. */
export const fixedHeaders = (production: boolean): ReadonlyArray<readonly [string, string]> => [
  ["Rating", "RTA-5042-1996-1400-1577-RTA"],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "same-origin"],
  [
    "Permissions-Policy",
    [
      ...REFUSED_FEATURES.map((feature) => `${feature}=()`),
      ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
    ].join(", "),
  ],
  ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Origin-Agent-Cluster", "?1"],
  ...(production ? ([["Strict-Transport-Security", HSTS]] as const) : []),
]

export interface NonceVariables {
  readonly Variables: { nonce: string }
}

/** The headers of a platform redirect are immutable. */
const isImmutable = (response: Response): boolean => {
  try {
    response.headers.delete("X-Powered-By")
    return false
  } catch {
    return true
  }
}

/**
 * The first middleware of the app, so that refusals and errors carry the headers too. An answer with its own
 * content or referrer policy keeps it, since it is stricter.
 */
export const securityHeaders = (
  ids: Pick<IdsShape, "token">,
  production: boolean,
  reach: Reach = {},
): MiddlewareHandler<NonceVariables> => {
  const fixed = fixedHeaders(production)
  return async (context, next) => {
    const nonce = ids.token(NONCE_BITS)
    context.set("nonce", nonce)
    await next()
    if (isImmutable(context.res)) context.res = new Response(context.res.body, context.res)
    const { headers } = context.res
    for (const [name, value] of fixed) {
      if (name !== REFERRER_POLICY || !headers.has(name)) headers.set(name, value)
    }
    if (!headers.has(CONTENT_SECURITY_POLICY)) {
      headers.set(CONTENT_SECURITY_POLICY, contentSecurityPolicy(nonce, production, reach))
    }
  }
}
