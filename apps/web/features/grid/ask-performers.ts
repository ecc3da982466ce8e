/**
 * One page of performers from the gateway, told to the log without telling whom somebody likes; what was
 * signalled since it was asked for stands.
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
