/** The date of birth, typed part by part in the order of the page's language. Loaded on demand. */
import { m } from "@foldcast/messages/messages"
import { DateField } from "@foldcast/ui/date-field.tsx"
import type { RegisterField } from "./field-faults.ts"
import { useField } from "../forms/form-fields.tsx"
import type { Form } from "../forms/use-form.ts"

export interface BirthdayFieldProps {
  readonly form: Form<RegisterField>
}

export function BirthdayField({ form }: BirthdayFieldProps) {
  const field = useField({ form, name: "birthday" })
  return (
    <DateField
      name={field.name}
      label={m.register_birthday()}
      hint={m.register_birthday_hint()}
      error={field.error}
      date={field.value}
      onChange={field.change}
      onLeave={field.leave}
      fieldRef={field.ref}
    />
  )
}
