/**
 * A one-line text field with label, hint and error. The error stands above the input, so it is read first. A
 * password is visible only while the visitor wants it.
 */
import { Eye, EyeOff } from "lucide-react"
import { type ComponentProps, useState } from "react"
import {
  Input,
  Label,
  Text,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components/TextField"
import { IconButton } from "./icon-button.tsx"
import { TextRun } from "./text-run.tsx"
import { useCut } from "./use-cut.ts"
import "./text-field.css"

export interface TextFieldProps extends Omit<
  AriaTextFieldProps,
  "children" | "className" | "style" | "isInvalid" | "type" | "maxLength"
> {
  readonly label: string
  readonly hint?: string
  /** The error to show; null without one. */
  readonly error: string | null
  readonly type?: "text" | "email"
  readonly inputRef?: ComponentProps<typeof Input>["ref"]
  /** The maximum length, and the message for pasted text that was cut. */
  readonly limit?: { readonly maxLength: number; readonly cutText: string }
}

/** A password is never cut: one that is too long is refused. */
interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "limit"> {
  readonly showLabel: string
  readonly hideLabel: string
}

function FieldTexts({
  label,
  hint,
  error,
}: {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | null
}) {
  return (
    <>
      <Label className="ui-field__label">{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className="ui-field__hint">
          {hint}
        </Text>
      )}
      {error !== null && (
        <Text slot="errorMessage" className="ui-field__error">
          <TextRun>{error}</TextRun>
        </Text>
      )}
    </>
  )
}

export function TextField({
  label,
  hint,
  error,
  inputRef,
  type = "text",
  limit,
  ...rest
}: TextFieldProps) {
  const { isCut, handlers } = useCut(limit?.maxLength, rest.value ?? "")
  return (
    <AriaTextField
      {...rest}
      type={type}
      isInvalid={error !== null}
      className="ui-field"
      {...(limit !== undefined && { maxLength: limit.maxLength })}
    >
      <FieldTexts label={label} hint={hint} error={error} />
      <Input ref={inputRef} className="ui-field__input" {...handlers} />
      {limit !== undefined && (
        <span className="ui-field__note" role="status">
          <TextRun>{isCut ? limit.cutText : null}</TextRun>
        </span>
      )}
    </AriaTextField>
  )
}

export function PasswordField({
  label,
  hint,
  error,
  inputRef,
  showLabel,
  hideLabel,
  ...rest
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <AriaTextField
      {...rest}
      type={shown ? "text" : "password"}
      isInvalid={error !== null}
      className="ui-field"
    >
      <FieldTexts label={label} hint={hint} error={error} />
      <div className="ui-field__row">
        <Input
          ref={inputRef}
          className="ui-field__input ui-field__input--with-button"
          autoCapitalize="none"
          spellCheck={false}
        />
        <IconButton
          label={shown ? hideLabel : showLabel}
          className="ui-field__eye"
          onPress={() => {
            setShown(!shown)
          }}
        >
          <Icon size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </AriaTextField>
  )
}
