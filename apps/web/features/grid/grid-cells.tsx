/**
 * Some cards of a list and the placeholders after them. Memoized: only a changed card renders again, so a thousand
 * cards cost nothing when one changes or more load. Cards outside the window cost layout space only.
 */
import { type CSSProperties, memo } from "react"
import type { PerformerSummary as Card } from "@foldcast/contracts/queries/performers"
import { Skeleton } from "@foldcast/ui/skeleton.tsx"
import { PerformerCardItem } from "../performers/performer-card.tsx"
import type { PerformerPictureProps } from "../performers/performer-picture.tsx"
import { cardMoment, type PartOfGrid, saysTheSame } from "./card-moment.ts"

/**
 * The number of cards whose picture may be the largest of the first view, and of those that may be in it at all.
 */
const FIRST = 2
const IN_VIEW = 10

type When = NonNullable<PerformerPictureProps["when"]>
const whenOf = (index: number): When =>
  index < FIRST ? "first" : index < IN_VIEW ? "eager" : "lazy"

interface CellProps {
  readonly performer: Card
  readonly now: number
  readonly links: string
  readonly when: When
}

const Cell = memo(function Cell({ performer, now, links, when }: CellProps) {
  return (
    <div role="listitem" className="grid-list__cell" data-performer={performer.performerId}>
      <PerformerCardItem performer={performer} now={now} links={links} when={when} />
    </div>
  )
})

export const GridCells = memo(function GridCells(props: PartOfGrid) {
  const { performers, coming, from, at, links } = props
  const count = { "--cells": performers.length + coming } as CSSProperties
  return (
    <div role="presentation" className="grid-list__part" style={count}>
      {performers.map((performer, index) => (
        <Cell
          key={performer.performerId}
          performer={performer}
          now={cardMoment(performer, at)}
          links={links}
          when={whenOf(from + index)}
        />
      ))}
      {Array.from({ length: coming }, (_, index) => (
        // The key contains the number of cards: when cards load, the placeholders behind them are new elements, so
        // none of them moves.
        <div
          key={`${performers.length} ${index}`}
          className="grid-list__coming needs-script"
          aria-hidden="true"
        >
          <Skeleton />
        </div>
      ))}
    </div>
  )
}, saysTheSame)
