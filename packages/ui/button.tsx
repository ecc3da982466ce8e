/** A button: at least 44 px, four looks, and a pending state that keeps focus and ignores presses. */
"use no memo"

import { classNames } from "./class-names.ts"
import { PressButton, type PressButtonProps } from "./press-button.tsx"
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

export interface ButtonProps extends PressButtonProps, ButtonLook {
  /** The text while pending, after a spinner. */
  readonly pendingLabel?: string
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
    <PressButton
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
    </PressButton>
  )
}
