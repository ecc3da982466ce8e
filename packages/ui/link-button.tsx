/** A link that looks like a button. It navigates, so it stays a link and works without script. */
"use no memo"

import type { AnchorHTMLAttributes } from "react"
import { type ButtonLook, buttonClass } from "./button.tsx"
import { classNames } from "./class-names.ts"
import { withTextRuns } from "./text-run.tsx"

export interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement>, ButtonLook {
  readonly href: string
}

export function LinkButton({ variant, size, wide, className, children, ...rest }: LinkButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <a {...rest} className={classNames(buttonClass(look), className)}>
      {withTextRuns(children)}
    </a>
  )
}
