/**
 * The end of the loaded list: the state of the next page, and a button that loads it. After a press the focus moves
 * to the first new card.
 */
"use no memo"

import { type CSSProperties, type Ref, type RefObject, useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import type { GridData } from "../performers/grid-data.ts"
import { GridFailure } from "./grid-failure.tsx"
import type { NextPage } from "./use-next-page.ts"
import type { ReservedSpace } from "./use-reserved-space.ts"

export interface GridEndProps {
  readonly grid: GridData
  readonly hasMore: boolean
  readonly next: NextPage
  readonly room: ReservedSpace
  /** The number of placeholders. */
  readonly coming: number
  /** The element at their position. */
  readonly mark: Ref<HTMLDivElement>
  readonly list: RefObject<HTMLDivElement | null>
}

export function GridEnd({ grid, hasMore, next, room, coming, mark, list }: GridEndProps) {
  const { performers } = grid.list
  const { progress } = next
  /** The index of the first card that a press will load. */
  const goOnAt = useRef<number | null>(null)
  useEffect(() => {
    const from = goOnAt.current
    if (from === null || performers.length <= from) return
    goOnAt.current = null
    const cards = list.current?.querySelectorAll("[data-performer]") ?? []
    cards[from]?.querySelector("a")?.focus({ preventScroll: true })
  }, [performers.length, list])

  const load = async () => {
    goOnAt.current = performers.length
    room.make()
    if (!(await next.load())) goOnAt.current = null
  }
  return (
    <div ref={room.end} className="grid-end">
      <div ref={mark} className="grid-end__mark" style={{ "--cells": coming } as CSSProperties} />
      <VisuallyHidden>
        <span role="status">
          <TextRun>
            {progress._tag === "Idle" && progress.added > 0
              ? m.grid_more_loaded({ count: progress.added })
              : null}
          </TextRun>
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
