/**
 * Where the list ends for now: the next page comes as the end comes near, a few times by itself and then
 * when asked, so that the footer can be reached. Who presses goes on with the first card that came.
 */
import { type RefObject, useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import type { GridData } from "./grid-data.ts"
import { GridFailure } from "./grid-failure.tsx"
import { useEdge } from "./use-edge.ts"
import type { NextPage } from "./use-next-page.ts"

/** About two rows before the end. */
const NEAR = "600px"

export interface GridEndProps {
  readonly grid: GridData
  readonly hasMore: boolean
  readonly next: NextPage
  readonly list: RefObject<HTMLUListElement | null>
}

export function GridEnd({ grid, hasMore, next, list }: GridEndProps) {
  const { performers } = grid.list
  const { progress, mayFollow } = next
  const mark = useEdge({
    margin: NEAR,
    isOpen: hasMore && mayFollow,
    of: performers.length,
    reached: next.follow,
  })
  /** Where the cards begin that a press asked for. */
  const goOnAt = useRef<number | null>(null)
  useEffect(() => {
    const from = goOnAt.current
    if (from === null || performers.length <= from) return
    goOnAt.current = null
    list.current?.children[from]?.querySelector("a")?.focus({ preventScroll: true })
  }, [performers.length, list])

  const load = async () => {
    goOnAt.current = performers.length
    if (!(await next.load())) goOnAt.current = null
  }
  return (
    <div className="grid-end">
      <div ref={mark} className="grid-end__mark" />
      <VisuallyHidden>
        <span role="status">
          {progress._tag === "Idle" && progress.added > 0
            ? m.grid_more_loaded({ count: progress.added })
            : ""}
        </span>
      </VisuallyHidden>
      {progress._tag === "Failed" && (
        <GridFailure
          text={m.grid_failed_more()}
          problem={progress.problem}
          isRetrying={false}
          retry={() => void load()}
        />
      )}
      {progress._tag !== "Failed" && hasMore && (
        <Button
          size="large"
          className="needs-script"
          isPending={progress._tag === "Loading"}
          pendingLabel={m.grid_loading_more()}
          onPress={() => void load()}
        >
          {m.grid_load_more()}
        </Button>
      )}
    </div>
  )
}
