/**
 * Puts the first script before everything else in a page's head. React writes a head's style sheets and
 * metas before its scripts, and a browser asks for a style sheet with the whole address as its referrer:
 * a link's token would be in it. So what must come first is not React's: a strict referrer policy, and the
 * script that cleans the address, which then takes both of them away again (link-action.ts).
 */
import { FIRST_SCRIPT } from "./runtime/link-action.ts"

const HEAD = "<head>"

const firstOf = (nonce: string) =>
  `<meta name="referrer" content="strict-origin"/><script nonce="${nonce}">${FIRST_SCRIPT}</script>`

/** Adds the text once, right after the head begins, wherever the chunks are cut. */
const afterHead = (text: string): TransformStream<string, string> => {
  let held: string | null = ""
  return new TransformStream({
    transform: (chunk, controller) => {
      if (held === null) return controller.enqueue(chunk)
      held += chunk
      const at = held.indexOf(HEAD)
      if (at === -1) return
      const end = at + HEAD.length
      controller.enqueue(held.slice(0, end) + text + held.slice(end))
      held = null
    },
    flush: (controller) => {
      if (held !== null) controller.enqueue(held)
    },
  })
}

/** The same page, whose head begins with it. `nonce` is the gateway's own and needs no escaping. */
export const withFirstScript = (page: Response, nonce: string): Response => {
  if (page.body === null) return page
  const body = page.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(afterHead(firstOf(nonce)))
    .pipeThrough(new TextEncoderStream())
  return new Response(body, { status: page.status, headers: page.headers })
}
