/** The fields of a form, bound to it by name: a line of text, a password with a show button, a checkbox. */
import type { FocusEvent, ReactNode } from "react"
import { useController } from "react-hook-form"
import { m } from "@foldcast/messages/messages"
import { Checkbox } from "@foldcast/ui/checkbox.tsx"
import { PasswordField, TextField, type TextFieldProps } from "@foldcast/ui/text-field.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { TICKED } from "./form-state.ts"
import type { Form } from "./use-form.ts"

export interface FieldProps<Name extends string> {
  readonly form: Form<Name>
  readonly name: Name
}

type Look = Pick<
  TextFieldProps,
  "label" | "hint" | "autoComplete" | "autoFocus" | "type" | "inputMode"
>

/** The focus moves to a button that is being pressed: an error that appears now would shift the button away. */
const isPressing = (event: FocusEvent) => event.relatedTarget instanceof HTMLButtonElement

/** A field's value and its handlers. No error shows before the field is left. */
export const useField = <Name extends string>({ form, name }: FieldProps<Name>) => {
  const { field, fieldState } = useController({ control: form.control, name })
  return {
    name,
    value: field.value ?? "",
    error: fieldState.error?.message ?? null,
    ref: field.ref,
    change: (text: string) => {
      field.onChange(text)
      form.keepDraft()
    },
    leave: (event: FocusEvent) => {
      if (!isPressing(event)) field.onBlur()
    },
  }
}

/** The same as props for a line of text. */
export const useTextField = <Name extends string>(of: FieldProps<Name>) => {
  const { name, value, error, ref, change, leave } = useField(of)
  return {
    name,
    value,
    error,
    inputRef: ref,
    validationBehavior: "aria",
    onChange: change,
    onBlur: leave,
  } as const
}

export function FormTextField<Name extends string>({
  form,
  name,
  ...look
}: FieldProps<Name> & Look) {
  return <TextField {...look} {...useTextField({ form, name })} />
}

export function FormPasswordField<Name extends string>({
  form,
  name,
  ...look
}: FieldProps<Name> & Omit<Look, "type">) {
  return (
    <PasswordField
      {...look}
      {...useTextField({ form, name })}
      showLabel={m.account_show_password()}
      hideLabel={m.account_hide_password()}
    />
  )
}

export function FormCheckbox<Name extends string>({
  form,
  name,
  children,
}: FieldProps<Name> & { readonly children: ReactNode }) {
  const field = useField({ form, name })
  return (
    <div className="ui-field">
      {field.error !== null && (
        <p id={`${name}-error`} className="ui-field__error">
          <TextRun>{field.error}</TextRun>
        </p>
      )}
      <Checkbox
        name={name}
        inputRef={field.ref}
        isSelected={field.value === TICKED}
        isInvalid={field.error !== null}
        validationBehavior="aria"
        {...(field.error !== null && { "aria-describedby": `${name}-error` })}
        onChange={(isTicked) => {
          field.change(isTicked ? TICKED : "")
        }}
        onBlur={field.leave}
      >
        {children}
      </Checkbox>
    </div>
  )
}
