/**
 * Reports to the log which answers the page came with, as queries.ts does for those that are fetched. Called once,
 * when the page is idle.
 *
 * The hash is of the JSON as this browser serialises it, which every engine does alike: the gateway's own text is not
 * in the page. Of a search by name the log gets a fixed key, never the typed text; of performers
 * by their ids, who are somebody's favourites, neither the ids nor a hash.
 */
import { BY_ID_KEY, isByIdPath } from "@foldcast/rules/grid/known-performers"
import { SEARCH_PATH } from "@foldcast/rules/grid/resources"
import { queryPorts } from "./browser-ports.ts"
import { answerApplied, type QueryPorts } from "./queries.ts"
import type { SiteRuntime } from "./site-runtime.ts"

export const reportPageAnswers = async (
  { pageAnswers, dispatch }: Pick<SiteRuntime, "pageAnswers" | "dispatch">,
  { digest }: Pick<QueryPorts, "digest"> = queryPorts,
): Promise<void> => {
  for (const [path, body] of Object.entries(pageAnswers.bodies)) {
    if (isByIdPath(path)) {
      dispatch(answerApplied(BY_ID_KEY, 200, ""))
      continue
    }
    // Null: the gateway answered 404.
    const [status, hash] = body === null ? [404, ""] : [200, await digest(JSON.stringify(body))]
    const key = path.startsWith(`${SEARCH_PATH}?`) ? SEARCH_PATH : path
    dispatch(answerApplied(key, status, hash))
  }
}
