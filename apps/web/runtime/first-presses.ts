/** Runs in the head, before the site's script has come, and notes the last press for early-presses.ts. */
declare global {
  interface Window {
    __foldcastPressed?: readonly [target: EventTarget | null, at: number]
  }
}

export const FIRST_PRESSES = `addEventListener("click",e=>{if(e.isTrusted&&!window.__foldcastBegan)window.__foldcastPressed=[e.target,performance.now()]},true);`

export const takeFirstPress = (): Window["__foldcastPressed"] => {
  const pressed = window.__foldcastPressed
  delete window.__foldcastPressed
  return pressed
}
