/**
 * A performer's status as a sign with its word: never by colour alone. On a picture free chat is "Live" too, because
 * the line under the picture says what it costs.
 */
import { CirclePause, Crown, type LucideIcon, Moon } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { displayStyle, type NamedStatus, namedStatus } from "@foldcast/rules/performer-status"
import { classNames } from "@foldcast/ui/class-names"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { STATUS_NAMES } from "./status-texts.ts"
import "./status-chip.css"

/** Null: a dot that breathes, for who can be watched at this moment. */
const ICONS: Readonly<Record<NamedStatus, LucideIcon | null>> = {
  vip: Crown,
  free: null,
  pause: CirclePause,
  live: null,
  offline: Moon,
}

export interface StatusChipProps {
  readonly status: number
  readonly isOnPicture?: boolean
  readonly className?: string
}

export function StatusChip({ status, isOnPicture = false, className }: StatusChipProps) {
  const name = namedStatus(status)
  const Icon = ICONS[name]
  const text = isOnPicture && name === "free" ? m.status_live() : STATUS_NAMES[name]()
  return (
    <span
      className={classNames(
        "status-chip",
        `status-chip--${displayStyle(status)}`,
        isOnPicture && "status-chip--on-picture ui-dark",
        className,
      )}
      data-status={name}
    >
      {Icon === null ? (
        <span className="status-chip__dot" aria-hidden="true" />
      ) : (
        <Icon size={14} aria-hidden="true" />
      )}
      <TextRun>{text}</TextRun>
    </span>
  )
}
