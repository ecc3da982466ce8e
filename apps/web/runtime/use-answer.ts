/** A gateway resource in a component: fetched when shown, shared by its path, reported to the log. */
import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { queryPorts } from "./browser-ports.ts"
import { newestStatusesOf, withNewestStatuses } from "./newest-statuses.ts"
import { carriedAnswer, type PageAnswers } from "./page-answers.ts"
import { type AnswerRefused, fetchJson, type Resource } from "./queries.ts"
import { useRuntime } from "./react.tsx"
import type { SiteRuntime } from "./site-runtime.ts"

export interface UseAnswerOptions {
  /** Asked only while true. */
  readonly isWanted?: boolean
}

/** The answer that the page carries, dated when the page came. */
export const initialAnswer = <A>({ path, read }: Resource<A>, pageAnswers: PageAnswers) => ({
  initialData: (): A | undefined => {
    const body = carriedAnswer(pageAnswers, path)
    return body === undefined ? undefined : (read(body) ?? undefined)
  },
  initialDataUpdatedAt: pageAnswers.cameAt,
})

const answerQuery = <A>(
  resource: Resource<A>,
  { dispatch, settled, queries }: Pick<SiteRuntime, "dispatch" | "settled" | "queries">,
) => ({
  queryKey: [resource.path],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    await settled()
    const answer = await fetchJson(resource, queryPorts, signal, dispatch)
    return withNewestStatuses(answer, newestStatusesOf(queries))
  },
})

export const useAnswer = <A>(
  resource: Resource<A>,
  { isWanted = true }: UseAnswerOptions = {},
): UseQueryResult<A, AnswerRefused> => {
  const runtime = useRuntime()
  return useQuery<A, AnswerRefused>({
    ...answerQuery(resource, runtime),
    enabled: isWanted,
    ...initialAnswer(resource, runtime.pageAnswers),
  })
}

/** Fetches what will be shown next, unless it is fresh. A failure is shown with it. */
export const prefetchAnswer = <A>(resource: Resource<A>, runtime: SiteRuntime): void => {
  void runtime.queries.prefetchQuery(answerQuery(resource, runtime))
}
