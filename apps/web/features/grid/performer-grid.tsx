/** A list of performers in columns with all its states: loading, failed, empty, more to load, newcomers. */
import { RotateCw } from "lucide-react"
import { type ReactNode, type RefObject, useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"
import { useStatusSignals } from "../performers/use-status-signals.ts"
import { type GridData, gridState, newcomers } from "../performers/grid-data.ts"
import { GridEnd } from "./grid-end.tsx"
import { GridFailure } from "./grid-failure.tsx"
import { PerformerList } from "./grid-list.tsx"
import { GridSkeleton } from "./grid-skeleton.tsx"
import type { GridSource } from "./grid-source.ts"
import { NewcomersPill } from "./newcomers-pill.tsx"
import { useEdge } from "./use-edge.ts"
import { type Grid, type GridView, useGrid } from "./use-grid.ts"
import { useReservedSpace } from "./use-reserved-space.ts"

export interface PerformerGridProps {
  readonly source: GridSource
  /** The list's heading for so many loaded performers; without one it says that these are performers. */
  readonly titleOf?: (count: number) => string
  /** A heading of its own. */
  readonly heading?: ReactNode
  /** In which order the list stands. */
  readonly order?: ReactNode
  /** Shown instead of an empty list. */
  readonly whenEmpty: ReactNode
}

/** Returning to the top refreshes the list, but at most once in this time. */
const RESTS_MS = 10_000

/** About two rows before the last card. */
const NEAR = "600px 0px"

/** The placeholders for the pages that were loaded formerly and the one after them. */
const mostComing = (source: GridSource, here: number, recalled: number | null): number => {
  const pages = Math.max(1, (recalled ?? here) - here + 1)
  return Array.from({ length: pages }, (_, index) => source.mostOf(here + 1 + index)).reduce(
    (all, most) => all + most,
  )
}

/** The presses that bring the list up to date, and what is read out of them. */
const useReload = (
  { list }: GridData,
  { reload, applyWaiting }: Grid,
  element: RefObject<HTMLElement | null>,
) => {
  const [isReloading, setReloading] = useState(false)
  const [news, setNews] = useState("")
  const reloadAll = async () => {
    setReloading(true)
    const came = await reload()
    setReloading(false)
    if (came) setNews(m.grid_refreshed())
    return came
  }
  /** The pressed button disappears, and the new cards are at the top. */
  const goToTop = () => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: "start" })
  }
  const applyNewcomers = async () => {
    if (list.waiting === null) {
      if (await reloadAll()) goToTop()
      return
    }
    applyWaiting()
    setNews(m.grid_refreshed())
    goToTop()
  }
  return { isReloading, news, reloadAll, applyNewcomers }
}

function Title({ children }: { readonly children: string }) {
  return (
    <h2 className="grid-tools__head">
      <TextRun>{children}</TextRun>
    </h2>
  )
}

interface GridToolsProps {
  readonly heading: ReactNode
  readonly order: ReactNode
  readonly news: string
  readonly isReloading: boolean
  readonly reload: () => void
}

function GridTools({ heading, order, news, isReloading, reload }: GridToolsProps) {
  return (
    <div className="grid-tools">
      {heading}
      {order}
      <IconButton
        className="needs-script"
        label={m.grid_refresh()}
        isPending={isReloading}
        onPress={reload}
      >
        <RotateCw size={18} aria-hidden="true" />
      </IconButton>
      <VisuallyHidden>
        <span role="status">
          <TextRun>{news}</TextRun>
        </span>
      </VisuallyHidden>
    </div>
  )
}

type Shown = Extract<GridView, { readonly _tag: "Shown" }>

function ShownGrid({
  source,
  titleOf,
  heading,
  order,
  view: { grid, isFormer, name, recalled },
  actions,
}: Pick<PerformerGridProps, "source" | "heading" | "order"> & {
  readonly titleOf: (count: number) => string
  readonly view: Shown
  readonly actions: Grid
}) {
  const { next, refresh } = actions
  const gatewayNow = useGatewayNow()
  const list = useRef<HTMLDivElement>(null)
  const { news, isReloading, reloadAll, applyNewcomers } = useReload(grid, actions, list)
  const { pagination, performerPage } = gridState(grid, source.filter)
  const hasMore =
    source.lastPage === null ? pagination.hasMorePages : performerPage < source.lastPage
  const { progress, mayFollow } = next
  const room = useReservedSpace(
    grid.list.performers.length,
    !isFormer && hasMore && mayFollow,
    recalled !== null,
  )
  const hasRoom = hasMore && room.isMade && progress._tag !== "Failed"
  const coming = hasRoom ? mostComing(source, performerPage, recalled) : 0
  const edge = useEdge({
    margin: NEAR,
    isOpen: !isFormer && hasRoom && mayFollow,
    of: grid.list.performers.length,
    reached: next.follow,
  })
  const top = useEdge({
    margin: "0px",
    isOpen: true,
    of: null,
    isReturn: true,
    reached: () => {
      if (gatewayNow() - grid.at > RESTS_MS) refresh()
    },
  })

  return (
    <div className="performer-grid">
      <div ref={top} className="grid-top" />
      <NewcomersPill
        count={newcomers(grid)}
        isApplying={isReloading}
        apply={() => void applyNewcomers()}
      />
      <GridTools
        heading={heading ?? <Title>{titleOf(grid.list.performers.length)}</Title>}
        order={order}
        news={news}
        isReloading={isReloading}
        reload={() => void reloadAll()}
      />
      <PerformerList name={name} grid={grid} isFormer={isFormer} coming={coming} list={list} />
      {isFormer ? (
        <div className="grid-end grid-end--former" />
      ) : (
        <GridEnd
          grid={grid}
          hasMore={hasMore}
          next={next}
          room={room}
          coming={coming}
          mark={edge}
          list={list}
        />
      )}
    </div>
  )
}

export function PerformerGrid({
  source,
  titleOf = () => m.grid_title(),
  heading,
  order,
  whenEmpty,
}: PerformerGridProps) {
  const actions = useGrid(source)
  useStatusSignals()
  const { view } = actions
  switch (view._tag) {
    case "Loading":
      return <GridSkeleton />
    case "Offline":
      return <Banner tone="info">{m.grid_offline()}</Banner>
    case "Failed":
      return (
        <GridFailure
          text={m.grid_failed()}
          problem={view.problem}
          isRetrying={view.isRetrying}
          retry={actions.refresh}
        />
      )
    case "Shown":
      return view.grid.list.performers.length === 0 && !view.isFormer ? (
        whenEmpty
      ) : (
        <ShownGrid
          source={source}
          titleOf={titleOf}
          heading={heading}
          order={order}
          view={view}
          actions={actions}
        />
      )
  }
}
