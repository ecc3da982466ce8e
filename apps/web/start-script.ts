/**
 * The script that begins the browser's part, written into every page. It waits until what the server
 * rendered is on the screen: the first view shares the line and the processor with nothing, however fast the
 * scripts would come. Then the entry and the chunks that it imports are asked for at once. Caller: the root
 * route. Pure.
 *
 * Invariant: it begins once, and also where nothing is ever drawn: a page in a tab that nobody looks at.
 */
import type { PageAssets } from "./page-frame.ts"

/** Milliseconds: by then the page begins even if the browser has not drawn it. */
const AT_LAST_MS = 2_000

/** JSON that stands safely inside a script element. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c")

export const startScript = ({ script, modules }: Pick<PageAssets, "script" | "modules">): string =>
  `{let begun=false
const begin=()=>{
if(begun)return
begun=true
for(const href of ${literal(modules)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}))
import(${literal(script)})
}
if(document.hidden)begin()
else{requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,${AT_LAST_MS})}}`
