/** A placeholder in the shape of the content. It shows after 200 ms, so a fast answer causes no flicker. */
import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import "./skeleton.css"

export interface SkeletonProps {
  readonly className?: string
}

export function Skeleton({ className }: SkeletonProps) {
  return <span className={classNames("ui-skeleton", className)} aria-hidden="true" />
}

/** Groups skeletons under one name, so a screen reader announces the wait once. */
export function SkeletonGroup({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <div className="ui-skeleton-group" role="status" aria-label={label}>
      {children}
    </div>
  )
}
