/** A square button that shows only an icon. Its accessible name is required. */
"use no memo"

import { classNames } from "./class-names.ts"
import { PressButton, type PressButtonProps } from "./press-button.tsx"
import "./button.css"

export interface IconButtonProps extends Omit<PressButtonProps, "aria-label"> {
  readonly label: string
}

export function IconButton({ label, children, className, ...rest }: IconButtonProps) {
  return (
    <PressButton
      {...rest}
      aria-label={label}
      className={classNames("ui-button ui-button--quiet ui-button--icon", className)}
    >
      {children}
    </PressButton>
  )
}
