/**
 * The search results for a typed text. The gateway is asked from three characters on, debounced; an outdated
 * request is aborted. A failure is logged and the shown results stay (ERR-35).
 */
import { useEffect, useState } from "react"
import { isAutocompleted, type SearchMatches } from "@foldcast/rules/performer-search"
import { useRuntime } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { useDelayed } from "../site/use-delayed.ts"
import { foundNames, matchingNames, type RemoteNames } from "./search-results.ts"
import { seenNames } from "./seen-names.ts"

/** Milliseconds after the last character. */
const ASK_AFTER_MS = 150
const NOTHING: RemoteNames = { typed: "", names: [] }

export interface Search {
  readonly matches: SearchMatches
  /** True until the gateway answers. */
  readonly isAsking: boolean
}

export const useSearch = (typed: string): Search => {
  const { queries } = useRuntime()
  const asked = useDelayed(typed, ASK_AFTER_MS)
  const isAsked = isAutocompleted(typed)
  const { data, isError } = useAnswer(matchingNames(typed), {
    isWanted: isAsked && asked === typed,
  })
  const [remote, setRemote] = useState(NOTHING)
  if (data !== undefined && remote.names !== data.performers) {
    setRemote({ typed, names: data.performers })
  }
  useEffect(() => {
    if (isError) console.warn("Unable to look up performers' names.")
  }, [isError])
  return {
    matches: foundNames(typed, seenNames(queries), remote),
    isAsking: isAsked && data === undefined && !isError,
  }
}
