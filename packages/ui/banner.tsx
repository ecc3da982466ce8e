/** A message that stays until its cause is gone. Errors interrupt a screen reader; other messages wait. */
"use no memo"

import { CircleCheck, Info, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { classNames } from "./class-names.ts"
import { withTextRuns } from "./text-run.tsx"
import "./banner.css"

export type BannerTone = "info" | "success" | "warning" | "danger"

const ICONS = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: TriangleAlert,
} as const satisfies Readonly<Record<BannerTone, unknown>>

export interface BannerProps {
  readonly tone: BannerTone
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly className?: string
}

export function Banner({ tone, children, action, className }: BannerProps) {
  const Icon = ICONS[tone]
  return (
    <div
      className={classNames("ui-banner ui-raised", `ui-banner--${tone}`, className)}
      role={tone === "danger" ? "alert" : "status"}
    >
      <Icon size={20} aria-hidden="true" className="ui-banner__icon" />
      <div className="ui-banner__text">{withTextRuns(children)}</div>
      {action !== undefined && <div className="ui-banner__action">{action}</div>}
    </div>
  )
}
