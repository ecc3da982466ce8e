/** The shape of cards that are coming; it shows after 200 ms. */
import { m } from "@foldcast/messages/messages"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import "./grid.css"

const CARDS = Array.from({ length: 15 }, (_, index) => index)

export function GridSkeleton() {
  return (
    <SkeletonGroup label={m.grid_loading()}>
      <div className="grid-list">
        {CARDS.map((card) => (
          <Skeleton key={card} className="grid-list__coming" />
        ))}
      </div>
    </SkeletonGroup>
  )
}
