/**
 * Registers `/sw.js` once the page has loaded, so that it takes nothing from the first view. A browser that
 * has or allows none goes without an offline page; nothing else depends on it.
 */
export const registerServiceWorker = (): void => {
  if (!("serviceWorker" in navigator)) return
  const register = () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {})
  }
  if (document.readyState === "complete") register()
  else addEventListener("load", register, { once: true })
}
