/** A gateway resource in a component: fetched when shown, shared by its path, told to the log. */
import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { queryPorts } from "./browser-ports.ts"
import { type AnswerRefused, fetchJson, type Resource } from "./queries.ts"
import { useRuntime } from "./react.tsx"

export interface AnswerOptions {
  /** Asked only while true. */
  readonly isWanted?: boolean
}

export const useAnswer = <A>(
  resource: Resource<A>,
  { isWanted = true }: AnswerOptions = {},
): UseQueryResult<A, AnswerRefused> => {
  const { dispatch, settled } = useRuntime()
  return useQuery<A, AnswerRefused>({
    queryKey: [resource.path],
    queryFn: async ({ signal }) => {
      await settled()
      return fetchJson(resource, queryPorts, signal, dispatch)
    },
    enabled: isWanted,
  })
}
