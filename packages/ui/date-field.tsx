/**
 * A calendar date typed in parts: day, month and year in the language's order, each a segment for digits and
 * arrow keys. No calendar, because people know a birthday by heart.
 */
import { parseDate } from "@internationalized/date"
import { type FocusEvent, useRef } from "react"
import {
  DateField as AriaDateField,
  DateInput,
  DateSegment,
  Label,
  Text,
} from "react-aria-components/DateField"
import { TextRun } from "./text-run.tsx"
import "./text-field.css"
import "./date-field.css"

/** A form focuses the first segment. */
export interface DateFieldHandle {
  readonly focus: () => void
}

export interface DateFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The error to show; null without one. */
  readonly error: string | null
  /** `2001-12-31`, or empty until every part is typed. */
  readonly date: string
  readonly onChange: (date: string) => void
  readonly onLeave: (event: FocusEvent) => void
  readonly fieldRef: (handle: DateFieldHandle | null) => void
}

const read = (date: string) => (/^\d{4}-\d{2}-\d{2}$/u.test(date) ? parseDate(date) : null)

export function DateField({
  label,
  hint,
  error,
  date,
  onLeave,
  fieldRef,
  ...rest
}: DateFieldProps) {
  const input = useRef<HTMLDivElement>(null)
  return (
    <AriaDateField
      name={rest.name}
      // Uncontrolled: a date has no value while it is being typed.
      defaultValue={read(date)}
      isInvalid={error !== null}
      validationBehavior="aria"
      shouldForceLeadingZeros
      autoComplete="bday"
      className="ui-field"
      onChange={(value) => {
        rest.onChange(value === null ? "" : value.toString())
      }}
      onBlur={onLeave}
    >
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
      <DateInput
        ref={(element) => {
          input.current = element
          fieldRef(
            element === null
              ? null
              : {
                  focus: () => {
                    input.current?.querySelector<HTMLElement>("[role=spinbutton]")?.focus()
                  },
                },
          )
        }}
        className="ui-date"
        translate="no"
      >
        {(segment) => <DateSegment segment={segment} className="ui-date__segment" />}
      </DateInput>
    </AriaDateField>
  )
}
