/** Some performers who are live now, for a page that has nothing of its own to show. Absent while nobody is. */
import { useId, useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { NO_FILTER } from "@foldcast/rules/grid/filters"
import { GRID_LIMIT } from "@foldcast/rules/grid/list"
import { performersPath } from "@foldcast/rules/grid/resources"
import { isWatchable } from "@foldcast/rules/performer-status"
import { useAnswer } from "../../runtime/use-answer.ts"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"
import { readPerformers } from "../performers/answers.ts"
import { loadedGrid } from "../performers/grid-data.ts"
import { useStatusSignals } from "../performers/use-status-signals.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { PerformerList } from "./grid-list.tsx"
import "./grid.css"
import "./who-is-live.css"

/** Whole rows of two and three columns; with more of them there is one row (who-is-live.css). */
const MOST = 6

export function WhoIsLive() {
  const locale = useLocale()
  const heading = useId()
  const list = useRef<HTMLDivElement>(null)
  const [at] = useState(useGatewayNow())
  // The home page's first request: who came from there asks nothing.
  const { data } = useAnswer({
    path: performersPath({
      category: null,
      filter: NO_FILTER,
      locale,
      page: 1,
      limit: GRID_LIMIT,
    }),
    read: readPerformers,
  })
  useStatusSignals()
  const live = (data?.performers ?? [])
    // Who is busy or on a break is no offer.
    .filter(({ onlineStatus }) => isWatchable(onlineStatus))
    .slice(0, MOST)
  if (live.length === 0) return null
  return (
    <section className="who-is-live" aria-labelledby={heading}>
      <h2 id={heading}>{m.grid_who_is_live()}</h2>
      <div className="performer-grid">
        <PerformerList
          name="live"
          grid={loadedGrid(live, { pages: 1, limit: MOST, at })}
          isFormer={false}
          coming={0}
          list={list}
        />
      </div>
    </section>
  )
}
