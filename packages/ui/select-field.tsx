/** The browser's own select, so phones show their native picker; with label and error like any field. */
import { ChevronDown } from "lucide-react"
import { type Ref, useId } from "react"
import { TextRun } from "./text-run.tsx"
import "./text-field.css"
import "./select-field.css"

export interface SelectOption {
  readonly value: string
  readonly text: string
}

export interface SelectFieldProps {
  readonly label: string
  readonly options: ReadonlyArray<SelectOption>
  /** The text while nothing is chosen. */
  readonly placeholder?: string
  readonly value: string | null
  readonly error?: string | null
  readonly onChange: (value: string) => void
  readonly ref?: Ref<HTMLSelectElement>
}

export function SelectField({
  label,
  options,
  placeholder,
  value,
  error = null,
  onChange,
  ref,
}: SelectFieldProps) {
  const id = useId()
  return (
    <div className="ui-field">
      <label htmlFor={id} className="ui-field__label">
        {label}
      </label>
      {error !== null && (
        <span id={`${id}-error`} className="ui-field__error">
          <TextRun>{error}</TextRun>
        </span>
      )}
      <span className="ui-select">
        <select
          id={id}
          ref={ref}
          className="ui-field__input ui-select__input"
          value={value ?? ""}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={(event) => {
            onChange(event.target.value)
          }}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <ChevronDown size={18} aria-hidden="true" className="ui-select__chevron" />
      </span>
    </div>
  )
}
