/** One of the lightbox's buttons: an icon with a name. */
import type { ReactNode } from "react"

export interface LightboxActionProps {
  readonly label: string
  readonly isAtEnd?: boolean
  readonly className?: string
  readonly onPress: () => void
  readonly children: ReactNode
}

/** Never `disabled`: the button must keep the focus after the last press. */
export function LightboxAction({
  label,
  isAtEnd = false,
  className = "",
  onPress,
  children,
}: LightboxActionProps) {
  return (
    <button
      type="button"
      className={`ui-button ui-button--quiet ui-button--icon ${className}`}
      aria-label={label}
      aria-disabled={isAtEnd}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
