/** Registers `/sw.js` after the page has loaded. A browser without service workers has no offline page. */
export const registerServiceWorker = (): void => {
  if (!("serviceWorker" in navigator)) return
  const register = () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {})
  }
  if (document.readyState === "complete") register()
  else addEventListener("load", register, { once: true })
}
