/** A square button that shows only an icon. Its accessible name is required. */
"use no memo"

import type { ReactNode, Ref } from "react"
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from "react-aria-components/Button"
import { classNames } from "./class-names.ts"
import "./button.css"

export interface IconButtonProps extends Omit<
  AriaButtonProps,
  "children" | "className" | "style" | "aria-label"
> {
  readonly label: string
  readonly children: ReactNode
  readonly className?: string
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, children, className, ...rest }: IconButtonProps) {
  return (
    <AriaButton
      {...rest}
      aria-label={label}
      className={classNames("ui-button ui-button--quiet ui-button--icon", className)}
    >
      {children}
    </AriaButton>
  )
}
