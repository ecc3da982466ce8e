/** The performers who are shown beside another one, in the order in which they came: a status changes in place. */
import { useState } from "react"
import type { PerformerProfile, PerformerSummary } from "@foldcast/contracts/queries/performers"
import { similarPath, similarTo } from "@foldcast/rules/grid/similar"
import { useAnswer } from "../../runtime/use-answer.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { readPerformers } from "./answers.ts"

export interface SimilarPerformers {
  readonly performers: ReadonlyArray<PerformerSummary>
  /** Milliseconds: when it was so. */
  readonly at: number
}

const NOBODY: SimilarPerformers = { performers: [], at: 0 }

/** Nobody until they have come. */
export const useSimilarPerformers = (
  profile: PerformerProfile,
  most: number,
  isWanted = true,
): SimilarPerformers => {
  const { languages, details } = profile
  const path = similarPath({ languages, gender: details.gender }, useLocale())
  const { data } = useAnswer({ path, read: readPerformers }, { isWanted })
  const [order, setOrder] = useState<ReadonlyArray<string> | null>(null)
  if (data === undefined) return NOBODY
  if (order === null) {
    setOrder(similarTo(profile, data.performers, most).map(({ performerId }) => performerId))
    return NOBODY
  }
  const performers = order.flatMap(
    (id) => data.performers.find(({ performerId }) => performerId === id) ?? [],
  )
  return { performers, at: data.at }
}
