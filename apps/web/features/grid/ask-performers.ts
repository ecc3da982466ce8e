/** One page of performers from the gateway, told to the log without telling whom somebody likes. */
import type { PerformersAnswer } from "@foldcast/contracts/queries/performers"
import { queryPorts } from "../../runtime/browser-ports.ts"
import { fetchJson } from "../../runtime/queries.ts"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import { readPerformers } from "../performers/answers.ts"
import type { GridSource } from "./grid-source.ts"

export const askPerformers = async (
  { settled, dispatch }: Pick<SiteRuntime, "settled" | "dispatch">,
  path: string,
  { logKey }: Pick<GridSource, "logKey">,
  signal: AbortSignal,
): Promise<PerformersAnswer> => {
  await settled()
  const key = logKey === undefined ? {} : { key: logKey }
  return fetchJson({ path, read: readPerformers, ...key }, queryPorts, signal, dispatch)
}
