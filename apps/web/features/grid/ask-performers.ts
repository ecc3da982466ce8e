/**
 * Requests one page of performers from the gateway. The log entry does not reveal a member's favourites. Status
 * signals since the request win over the answer.
 */
import type { PerformersAnswer } from "@foldcast/contracts/queries/performers"
import { queryPorts } from "../../runtime/browser-ports.ts"
import { newestStatusesOf, withNewestStatuses } from "../../runtime/newest-statuses.ts"
import { fetchJson } from "../../runtime/queries.ts"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import { readPerformers } from "../performers/answers.ts"
import type { GridSource } from "./grid-source.ts"

export const askPerformers = async (
  { settled, dispatch, queries }: Pick<SiteRuntime, "settled" | "dispatch" | "queries">,
  path: string,
  { logKey }: Pick<GridSource, "logKey">,
  signal: AbortSignal,
): Promise<PerformersAnswer> => {
  await settled()
  const key = logKey === undefined ? {} : { key: logKey }
  const asked = { path, read: readPerformers, ...key }
  const answer = await fetchJson(asked, queryPorts, signal, dispatch)
  return withNewestStatuses(answer, newestStatusesOf(queries))
}
