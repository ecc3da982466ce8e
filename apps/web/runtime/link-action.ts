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
    /** From when on an error is one part's, and not the whole page's. */
    __foldcastBegan?: true
  }
}

/**
 * Also marks that script runs here: what needs it is hidden until then. The mark stands before anything is painted, and
 * is not made where the browser has no modules, and taken back where the site's own script did not come, cannot be read
 * or breaks before it has begun (client-entry.tsx): an older browser's page is then one without script (HYDRATE-04). An
 * extension's errors are not the site's. The page begins with a strict
 * referrer policy; from here on the address may be told to this site's own server, as the gateway's header
 * says. Nothing of both stays in the document (site-document.tsx).
 */
export const FIRST_SCRIPT = `(()=>{const d=document.documentElement.dataset;if(!("noModule"in HTMLScriptElement.prototype))return;d.script="on";addEventListener("error",({target:t,filename:f})=>{if(!window.__foldcastBegan&&(t.type==="module"||(f||"").startsWith(location.origin+"/assets/")))delete d.script},true)})();(()=>{const u=new URL(location.href),q=u.searchParams,n=["action","token","password","next"];if(!n.some(k=>q.has(k)))return;const[action,token,password,next]=n.map(k=>q.get(k));window.__foldcastAction={action,token,password,next};for(const k of n)q.delete(k);history.replaceState(history.state,"",u.href)})();(()=>{const m=document.querySelector("meta[name=referrer]");m.content="same-origin";m.remove();document.currentScript.remove()})()`

/** Null where the page was opened without one, and from the second reading on. */
export const takeLinkAction = (): LinkAction | null => {
  const action = window.__foldcastAction ?? null
  delete window.__foldcastAction
  return action
}
