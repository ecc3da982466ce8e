/**
 * The search results for a typed text. The gateway is asked from three characters on, debounced; an outdated
 * request is aborted. A failure is logged and the shown results stay (ERR-35).
 */
import type { QueryClient } from "@tanstack/react-query"
import { useEffect, useState, useSyncExternalStore } from "react"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import { isAutocompleted, type SearchMatches } from "@foldcast/rules/performer-search"
import { useRuntime } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { useDelayed } from "../site/use-delayed.ts"
import { GRID_KEY } from "../performers/grid-data.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { foundPerformers, performersNamed, type RemoteMatches } from "./search-results.ts"
import { seenPerformers } from "./seen-performers.ts"

/** Milliseconds after the last character. */
const ASK_AFTER_MS = 150
const NOTHING: RemoteMatches = { typed: "", performers: [] }

export interface Search {
  readonly matches: SearchMatches<PerformerSummary>
  /** True until the gateway answers. */
  readonly isAsking: boolean
}

/** They may come while a text is already typed: a list loads after the field can be used. */
const useSeenPerformers = (queries: QueryClient) => {
  "use no memo" // The compiler cannot see that the cache changes.
  const cache = queries.getQueryCache()
  const whenLoaded = () =>
    cache
      .findAll({ queryKey: [GRID_KEY] })
      .map(({ state }) => state.dataUpdatedAt)
      .join()
  useSyncExternalStore((changed) => cache.subscribe(changed), whenLoaded, whenLoaded)
  return seenPerformers(queries)
}

export const useSearch = (typed: string): Search => {
  const { queries } = useRuntime()
  const seen = useSeenPerformers(queries)
  const locale = useLocale()
  const asked = useDelayed(typed, ASK_AFTER_MS)
  const isAsked = isAutocompleted(typed)
  const { data, isError } = useAnswer(performersNamed(typed, locale), {
    isWanted: isAsked && asked === typed,
  })
  const [remote, setRemote] = useState(NOTHING)
  if (data !== undefined && remote.performers !== data.performers) {
    setRemote({ typed, performers: data.performers })
  }
  useEffect(() => {
    if (isError) console.warn("Unable to look up performers' names.")
  }, [isError])
  return {
    matches: foundPerformers(typed, seen, remote),
    isAsking: isAsked && data === undefined && !isError,
  }
}
