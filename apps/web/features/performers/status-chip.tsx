/** A performer's status as an icon with its word: never by colour alone. */
import { CirclePause, Crown, type LucideIcon, MessageCircle, Moon, Radio } from "lucide-react"
import { displayStyle, type NamedStatus, namedStatus } from "@foldcast/rules/performer-status"
import { classNames } from "@foldcast/ui/class-names"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { STATUS_NAMES } from "./status-texts.ts"
import "./status-chip.css"

const ICONS: Readonly<Record<NamedStatus, LucideIcon>> = {
  vip: Crown,
  free: MessageCircle,
  pause: CirclePause,
  live: Radio,
  offline: Moon,
}

export interface StatusChipProps {
  readonly status: number
  readonly className?: string
}

export function StatusChip({ status, className }: StatusChipProps) {
  const name = namedStatus(status)
  const Icon = ICONS[name]
  return (
    <span
      className={classNames("status-chip", `status-chip--${displayStyle(status)}`, className)}
      data-status={name}
    >
      <Icon size={14} aria-hidden="true" />
      <TextRun>{STATUS_NAMES[name]()}</TextRun>
    </span>
  )
}
