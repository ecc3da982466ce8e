/**
 * Which texts the browser may take for markup or for a script's address: the page's policy refuses all
 * that are not vouched for (gateway/http/security-headers.ts, Trusted Types), and this vouches for those
 * that can do nothing. Called first in client-entry.tsx.
 *
 *   without a `<`     no element comes of it: libraries empty an element so, React writes a data block so
 *   an empty script   as React makes one; a script that came of markup never runs
 *   /sw.js            the address that the service worker is registered by
 */
const SERVICE_WORKER = "/sw.js"
const EMPTY_SCRIPT = "<script></script>"

export const harmlessMarkup = (text: string): string | null =>
  !text.includes("<") || text === EMPTY_SCRIPT ? text : null

export const ownScriptAddress = (address: string): string | null =>
  address === SERVICE_WORKER ? address : null

interface TrustedTypes {
  readonly createPolicy: (
    name: "default",
    rules: {
      readonly createHTML: typeof harmlessMarkup
      readonly createScriptURL: typeof ownScriptAddress
    },
  ) => unknown
}

/** Of no consequence in browsers that ask for nothing to be vouched for. */
export const installTrustedTypes = (): void => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy("default", {
    createHTML: harmlessMarkup,
    createScriptURL: ownScriptAddress,
  })
}
