/** A gateway resource in a component: fetched when shown, shared by its path, told to the log. */
import { useQuery, type UseQueryResult } from "@tanstack/react-query"
import { queryPorts } from "./browser-ports.ts"
import { documentOf, type PageDocuments } from "./page-documents.ts"
import { type AnswerRefused, fetchJson, type Resource } from "./queries.ts"
import { useRuntime } from "./react.tsx"

export interface AnswerOptions {
  /** Asked only while true. */
  readonly isWanted?: boolean
}

/** What the page came with counts as answered when the page was made. */
const initialAnswer = <A>({ path, read }: Resource<A>, documents: PageDocuments) => {
  const body = documentOf(documents, path)
  const value = body === undefined ? null : read(body)
  return value === null ? {} : { initialData: value, initialDataUpdatedAt: documents.now }
}

export const useAnswer = <A>(
  resource: Resource<A>,
  { isWanted = true }: AnswerOptions = {},
): UseQueryResult<A, AnswerRefused> => {
  const { dispatch, settled, documents } = useRuntime()
  return useQuery<A, AnswerRefused>({
    queryKey: [resource.path],
    queryFn: async ({ signal }) => {
      await settled()
      return fetchJson(resource, queryPorts, signal, dispatch)
    },
    enabled: isWanted,
    ...initialAnswer(resource, documents),
  })
}
