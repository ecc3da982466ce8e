/**
 * Registers `/sw.js` once the page has loaded, so that it takes nothing from the first view. A browser that
 * has or allows none goes without an offline page; nothing else depends on it.
 *
 * Its address is the only text of a script that this site ever gives a browser by hand: the page's policy
 * takes no other (gateway/http/security-headers.ts).
 */
const ADDRESS = "/sw.js"

interface ScriptAddresses {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (text: string) => string }
}

/** Stands in for a text where the browser asks for one that was vouched for. */
const trustedAddress = (): string => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptAddresses }
  const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => ADDRESS })
  return policy?.createScriptURL(ADDRESS) ?? ADDRESS
}

export const registerServiceWorker = (): void => {
  if (!("serviceWorker" in navigator)) return
  const register = () => {
    navigator.serviceWorker.register(trustedAddress()).catch(() => {})
  }
  if (document.readyState === "complete") register()
  else addEventListener("load", register, { once: true })
}
