/**
 * A performer's status as a sign with its word: never by colour alone. On a picture free chat is "Live" too, because
 * the line under the picture says what it costs.
 */
import { CirclePause, Crown, Lock, type LucideIcon, Moon } from "lucide-react"
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
  /** The visitor is in private with them: the room is no free chat to who pays. */
  readonly isPrivate?: boolean
  readonly className?: string
}

export function StatusChip({
  status,
  isOnPicture = false,
  isPrivate = false,
  className,
}: StatusChipProps) {
  const name = namedStatus(status)
  const Icon = isPrivate ? Lock : ICONS[name]
  const free = isOnPicture ? m.status_live : STATUS_NAMES.free
  const text = isPrivate ? m.status_private() : (name === "free" ? free : STATUS_NAMES[name])()
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
