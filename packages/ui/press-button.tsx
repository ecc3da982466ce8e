/**
 * The native button below every button here: React Aria's press, hover and focus, and a pending state. The library's
 * own component reads the contexts of its forms and collections as well, in which no button of the site stands. The
 * server writes the same element without the hooks, since nobody presses anything there.
 */
"use no memo"

import { type ReactNode, type Ref, useEffect, useId as useReactId, useRef } from "react"
import { filterDOMProps } from "react-aria/filterDOMProps"
import { mergeProps } from "react-aria/mergeProps"
import { useButton } from "react-aria/useButton"
import { useFocusRing } from "react-aria/useFocusRing"
import { useHover } from "react-aria/useHover"
import { useId } from "react-aria/useId"
import { useObjectRef } from "react-aria/useObjectRef"
import type { ButtonProps as AriaButtonProps } from "react-aria-components/Button"

export interface PressButtonProps extends Omit<
  AriaButtonProps,
  "children" | "className" | "style" | "slot" | "render"
> {
  readonly children: ReactNode
  readonly className?: string
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

const OF_FOCUS_AND_POINTER =
  /^on(?:Focus|Blur|Hover|Pointer(?:Enter|Leave|Over|Out)|Mouse(?:Enter|Leave|Over|Out))/u

/** A pending button keeps its focus and its tooltips, and ignores presses. */
const withoutPresses = <Props extends object>(props: Props): Partial<Props> =>
  Object.fromEntries(
    Object.entries(props).filter(
      ([name]) => !name.startsWith("on") || OF_FOCUS_AND_POINTER.test(name),
    ),
  ) as Partial<Props>

/** Tells a screen reader the focused button's name when it begins and when it ends to be pending. */
const usePendingAnnounced = (isPending: boolean, isFocused: boolean, name: string) => {
  const wasPending = useRef(isPending)
  useEffect(() => {
    const hasChanged = wasPending.current !== isPending
    wasPending.current = isPending
    if (!hasChanged || !isFocused) return
    // Not with the first script: a page is long usable before anything is pending.
    import("react-aria/private/live-announcer/LiveAnnouncer")
      .then(({ announce }) => announce({ "aria-labelledby": name }, "assertive"))
      .catch(() => {})
  }, [isPending, isFocused, name])
}

export function LiveButton({
  children,
  className,
  isPending = false,
  ref,
  ...props
}: PressButtonProps) {
  const { isDisabled = false } = props
  const element = useObjectRef(ref)
  const { buttonProps, isPressed } = useButton(props, element)
  const { focusProps, isFocused, isFocusVisible } = useFocusRing(props)
  const { hoverProps, isHovered } = useHover({ ...props, isDisabled: isDisabled || isPending })
  const id = useId(buttonProps.id)
  usePendingAnnounced(isPending, isFocused, buttonProps["aria-labelledby"] ?? id)
  return (
    <button
      {...mergeProps(
        filterDOMProps(props, { global: true }),
        isPending ? withoutPresses(buttonProps) : buttonProps,
        focusProps,
        hoverProps,
      )}
      // Enter in a field does not send a form whose button is pending.
      type={isPending ? "button" : buttonProps.type}
      id={id}
      ref={element}
      className={className}
      aria-disabled={isPending ? "true" : buttonProps["aria-disabled"]}
      data-disabled={isDisabled || undefined}
      data-pressed={(isPressed && !isPending) || undefined}
      data-hovered={isHovered || undefined}
      data-focused={isFocused || undefined}
      data-pending={isPending || undefined}
      data-focus-visible={isFocusVisible || undefined}
    >
      {children}
    </button>
  )
}

/** React Aria begins the ids that it hydrates with so. */
const ID_PREFIX = "react-aria-"

export function WrittenButton({
  children,
  className,
  isPending = false,
  ref: _unheld,
  ...props
}: PressButtonProps) {
  const { isDisabled = false, excludeFromTabOrder = false, type = "button" } = props
  const id = useReactId()
  return (
    <button
      {...filterDOMProps(props, { global: true })}
      type={isPending ? "button" : type}
      disabled={isDisabled}
      form={props.form}
      formAction={props.formAction}
      formEncType={props.formEncType}
      formMethod={props.formMethod}
      formNoValidate={props.formNoValidate}
      formTarget={props.formTarget}
      name={props.name}
      value={props.value}
      tabIndex={isDisabled ? undefined : excludeFromTabOrder ? -1 : 0}
      data-react-aria-pressable="true"
      {...filterDOMProps(props, { labelable: true })}
      aria-haspopup={props["aria-haspopup"]}
      aria-expanded={props["aria-expanded"]}
      aria-controls={props["aria-controls"]}
      aria-pressed={props["aria-pressed"]}
      aria-current={props["aria-current"]}
      aria-disabled={isPending ? "true" : props["aria-disabled"]}
      id={props.id ?? `${ID_PREFIX}${id}`}
      className={className}
      data-disabled={isDisabled || undefined}
      data-pending={isPending || undefined}
    >
      {children}
    </button>
  )
}

export const PressButton = import.meta.env.SSR ? WrittenButton : LiveButton
