/** The cards. Those outside the window cost nothing but their place. */
import type { RefObject } from "react"
import { m } from "@foldcast/messages/messages"
import { classNames } from "@foldcast/ui/class-names"
import { PerformerCard } from "../performers/performer-card.tsx"
import type { GridData } from "./grid-data.ts"
import { useVisiblePerformers } from "./use-visible-performers.ts"

/** Cards whose picture may be the largest of the first view, and those that may be in it at all. */
const FIRST = 2
const IN_VIEW = 10

const whenOf = (index: number) => (index < FIRST ? "first" : index < IN_VIEW ? "eager" : "lazy")

export interface GridListProps {
  readonly grid: GridData
  readonly isFormer: boolean
  readonly list: RefObject<HTMLUListElement | null>
}

export function GridList({ grid, isFormer, list }: GridListProps) {
  useVisiblePerformers(list)
  return (
    <ul
      ref={list}
      className={classNames("grid-list", isFormer && "grid-list--former")}
      aria-label={m.grid_title()}
      aria-busy={isFormer}
      tabIndex={-1}
    >
      {grid.list.performers.map((performer, index) => (
        <li
          key={performer.performerId}
          className="grid-list__cell"
          data-performer={performer.performerId}
        >
          <PerformerCard performer={performer} now={grid.at} when={whenOf(index)} />
        </li>
      ))}
    </ul>
  )
}
