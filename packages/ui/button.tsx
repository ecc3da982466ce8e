/** A button: at least 44 px, four looks, and a pending state that keeps focus and ignores presses. */
"use no memo"

import type { ReactNode, Ref } from "react"
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from "react-aria-components/Button"
import { classNames } from "./class-names.ts"
import { Spinner } from "./spinner.tsx"
import { withTextRuns } from "./text-run.tsx"
import "./button.css"

export type ButtonVariant = "primary" | "secondary" | "quiet" | "link"

export interface ButtonLook {
  readonly variant?: ButtonVariant
  readonly size?: "normal" | "large"
  readonly wide?: boolean
}

export const buttonClass = ({ variant = "secondary", size = "normal", wide = false }: ButtonLook) =>
  classNames(
    "ui-button",
    `ui-button--${variant}`,
    size === "large" && "ui-button--large",
    wide && "ui-button--wide",
  )

export interface ButtonProps
  extends Omit<AriaButtonProps, "children" | "className" | "style">, ButtonLook {
  readonly children: ReactNode
  /** The text while pending, after a spinner. */
  readonly pendingLabel?: string
  readonly className?: string
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  children,
  variant,
  size,
  wide,
  pendingLabel,
  className,
  isPending = false,
  ...rest
}: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <AriaButton
      {...rest}
      isPending={isPending}
      className={classNames(buttonClass(look), className)}
    >
      {isPending ? (
        <>
          <Spinner />
          {withTextRuns(pendingLabel ?? children)}
        </>
      ) : (
        withTextRuns(children)
      )}
    </AriaButton>
  )
}
