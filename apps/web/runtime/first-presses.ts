/**
 * Runs in the head, before the site's script has come. It notes the last press, for early-presses.ts. It also keeps
 * the browser from sending a form that only script handles: the fields would stand in the page's address.
 */
declare global {
  interface Window {
    __foldcastPressed?: readonly [target: EventTarget | null, at: number]
  }
}

export const FIRST_PRESSES = `(()=>{addEventListener("submit",e=>{if(!e.target.hasAttribute("action"))e.preventDefault()},true);addEventListener("click",e=>{if(e.isTrusted&&!window.__foldcastBegan)window.__foldcastPressed=[e.target,performance.now()]},true)})();`

export const takeFirstPress = (): Window["__foldcastPressed"] => {
  const pressed = window.__foldcastPressed
  delete window.__foldcastPressed
  return pressed
}
