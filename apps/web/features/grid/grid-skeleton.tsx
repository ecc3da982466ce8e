/** Skeleton cards, as many as a page has; they show after 200 ms. */
import type { CSSProperties } from "react"
import { m } from "@foldcast/messages/messages"
import { GRID_LIMIT } from "@foldcast/rules/grid/list"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import "./grid.css"

const CARDS = Array.from({ length: GRID_LIMIT }, (_, index) => index)

const COUNT = { "--cells": GRID_LIMIT } as CSSProperties

export function GridSkeleton() {
  return (
    <SkeletonGroup label={m.grid_loading()}>
      <div className="performer-grid">
        <div className="grid-tools" />
        <div className="grid-list">
          <div className="grid-list__part" style={COUNT}>
            {CARDS.map((card) => (
              <div key={card} className="grid-list__coming">
                <Skeleton />
              </div>
            ))}
          </div>
        </div>
      </div>
    </SkeletonGroup>
  )
}
