/**
 * Tells the log which answers the page came with, as those that are asked for tell it themselves
 * (queries.ts). Called once by idle-start.ts, when the page has nothing better to do.
 *
 * The text that the gateway served is not in the page, and need not be: what JSON was written of and read
 * into again is written as the same text by every engine. So the hash says what this browser really has.
 */
import { queryPorts } from "./browser-ports.ts"
import { answerApplied, type QueryPorts } from "./queries.ts"
import type { SiteRuntime } from "./site-runtime.ts"

export const reportPageAnswers = async (
  { pageAnswers, dispatch }: Pick<SiteRuntime, "pageAnswers" | "dispatch">,
  { digest }: Pick<QueryPorts, "digest"> = queryPorts,
): Promise<void> => {
  for (const [path, body] of Object.entries(pageAnswers.bodies)) {
    // Null stands for what there is not.
    const [status, hash] = body === null ? [404, ""] : [200, await digest(JSON.stringify(body))]
    dispatch(answerApplied(path, status, hash))
  }
}
