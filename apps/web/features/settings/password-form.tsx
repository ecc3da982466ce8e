/** Changes the password. No part of it is stored in the browser; the change ends the member's other sessions. */
"use no memo"

import { taskEnd } from "@foldcast/folds/account"
import { isAboutNewPassword, passwordChangeMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { passwordLengths, trimmedPassword } from "@foldcast/rules/password"
import { useSite } from "../../runtime/react.tsx"
import { FormPasswordField } from "../forms/form-fields.tsx"
import type { FormRefusal } from "../forms/form-attempt.ts"
import { useForm } from "../forms/use-form.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { type PasswordChangeField, passwordFaults } from "./field-faults.ts"
import { ChangeableSetting, type SettingFormEnd } from "./changeable-setting.tsx"
import { TaskForm } from "./task-form.tsx"

const EMPTY = { password: "", newPassword: "", repeatNewPassword: "" }

const selectEnd = taskEnd("changePassword")

const refusalOf = (label: string): FormRefusal<PasswordChangeField> => {
  const text = passwordChangeMessage(label)()
  return label === "incorrectPassword"
    ? { text: null, fields: { password: text } }
    : isAboutNewPassword(label)
      ? { text: null, fields: { newPassword: text } }
      : { text, fields: {} }
}

function PasswordForm(formEnd: SettingFormEnd) {
  const end = useSite(selectEnd)
  const lengths = passwordLengths(usePageFrame().brand.features)
  const form = useForm<PasswordChangeField>({
    draft: "settings-password",
    empty: EMPTY,
    kept: [],
    faultsOf: passwordFaults(lengths),
    command: "ChangePassword",
    toCommand: ({ password, newPassword, repeatNewPassword }) => ({
      _tag: "ChangePassword",
      password: trimmedPassword(password),
      newPassword: trimmedPassword(newPassword),
      repeatNewPassword: trimmedPassword(repeatNewPassword),
    }),
    refusal: end._tag === "Refused" ? refusalOf(end.label) : null,
  })
  return (
    <TaskForm
      {...formEnd}
      form={form}
      end={selectEnd}
      doneText={m.settings_password_done}
      title={m.settings_password_change()}
      submitLabel={m.settings_password_submit()}
    >
      <p className="settings-row__lead">{m.settings_password_note()}</p>
      <FormPasswordField
        form={form}
        name="password"
        label={m.settings_password_old()}
        autoComplete="current-password"
      />
      <FormPasswordField
        form={form}
        name="newPassword"
        label={m.settings_password_new()}
        hint={m.register_password_hint(lengths)}
        autoComplete="new-password"
      />
      <FormPasswordField
        form={form}
        name="repeatNewPassword"
        label={m.settings_password_repeat()}
        autoComplete="new-password"
      />
    </TaskForm>
  )
}

/** As many dots as any password has: its length is nobody's to know. */
const HIDDEN_PASSWORD = "••••••••"

export function PasswordRow() {
  return (
    <ChangeableSetting
      heading={m.settings_password_heading()}
      changeLabel={m.settings_password_change()}
      draft={null}
      value={
        <span aria-hidden="true" translate="no">
          {HIDDEN_PASSWORD}
        </span>
      }
      form={(end) => <PasswordForm {...end} />}
    />
  )
}
