/**
 * What a link asks for: `?action=…` with a token (ADR 0011). The script is the first thing that runs in a
 * page: it takes the action out of the address before anything else can see it, and keeps it in memory for
 * one reading. All other parameters stay.
 */

/** As the address gave them; nothing is checked. */
export interface LinkAction {
  readonly action: string | null
  readonly token: string | null
  /** The old password that a reset link may carry (ROUTE-41). Never shown. */
  readonly password: string | null
  /** The page that a guest wanted who was sent home to log in. */
  readonly next: string | null
}

declare global {
  interface Window {
    __foldcastAction?: LinkAction
  }
}

/**
 * Also marks that script runs here: what needs it is hidden until then. The page begins with a strict
 * referrer policy; from here on the address may be told to this site's own server, as the gateway's header
 * says. Nothing of both stays in the document (site-document.tsx).
 */
export const FIRST_SCRIPT = `document.documentElement.dataset.script="on";(()=>{const u=new URL(location.href),q=u.searchParams,n=["action","token","password","next"];if(!n.some(k=>q.has(k)))return;const[action,token,password,next]=n.map(k=>q.get(k));window.__foldcastAction={action,token,password,next};for(const k of n)q.delete(k);history.replaceState(history.state,"",u.href)})();(()=>{const m=document.querySelector("meta[name=referrer]");m.content="same-origin";m.remove();document.currentScript.remove()})()`

/** Null where the page was opened without one, and from the second reading on. */
export const takeLinkAction = (): LinkAction | null => {
  const action = window.__foldcastAction ?? null
  delete window.__foldcastAction
  return action
}
