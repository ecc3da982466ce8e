/**
 * The cards in columns, and placeholders for the next ones. They are grouped in parts of whole rows, so that the
 * browser lays out only the parts near the window.
 */
import type { RefObject } from "react"
import { m } from "@foldcast/messages/messages"
import { classNames } from "@foldcast/ui/class-names"
import { useProfileLinks } from "../performers/use-profile-links.ts"
import { GridCells } from "./grid-cells.tsx"
import type { GridData } from "../performers/grid-data.ts"
import { useCardStills } from "./use-card-stills.ts"
import { useVisiblePerformers } from "./use-visible-performers.ts"

/** Whole rows of two, three and five columns; with more columns there are no parts (grid.css). */
const PART = 30

export interface GridListProps {
  /** Part of each key: the cards of another list replace these and do not move to their places in it. */
  readonly name: string
  readonly grid: GridData
  readonly isFormer: boolean
  /** The number of placeholders. */
  readonly coming: number
  readonly list: RefObject<HTMLDivElement | null>
}

export function PerformerList({ name, grid, isFormer, coming, list }: GridListProps) {
  useVisiblePerformers(list)
  useCardStills(list)
  const { pattern, handlers } = useProfileLinks()
  const { performers } = grid.list
  const parts = Math.ceil((performers.length + coming) / PART)
  return (
    <div
      ref={list}
      role="list"
      className={classNames("grid-list", isFormer && "grid-list--former")}
      aria-label={m.grid_title()}
      aria-busy={isFormer}
      tabIndex={-1}
      {...handlers}
    >
      {Array.from({ length: parts }, (_, index) => {
        const from = index * PART
        const here = performers.slice(from, from + PART)
        return (
          <GridCells
            // The index is right: a part is a position, and its cards have keys of their own.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${name} ${index}`}
            performers={here}
            coming={Math.min(PART, performers.length + coming - from) - here.length}
            from={from}
            at={grid.at}
            links={pattern}
          />
        )
      })}
    </div>
  )
}
