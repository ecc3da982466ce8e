/**
 * The Trusted Types policy of the page (gateway/http/security-headers.ts): it lets through only texts that can do
 * nothing. Installed first in client-entry.tsx.
 *
 *   without a `<`     makes no element: libraries empty an element so, React writes a data block so
 *   an empty script   React creates script elements so; a script made from markup never runs
 *   /sw.js            the address of the service worker
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

/** Does nothing in browsers without Trusted Types. */
export const installTrustedTypes = (): void => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy("default", {
    createHTML: harmlessMarkup,
    createScriptURL: ownScriptAddress,
  })
}
