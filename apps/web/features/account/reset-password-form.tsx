/**
 * A new password by an e-mailed link: typed twice, without the old one (AUTH-54). The token is sent with the form
 * and is stored nowhere else.
 */
import { taskEnd } from "@foldcast/folds/account"
import {
  isAboutNewPassword,
  isLinkOfNoUse,
  resetPasswordMessage,
} from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { passwordLengths, trimmedPassword } from "@foldcast/rules/password"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { type ResetField, resetPasswordFaults } from "./field-faults.ts"
import { FormPasswordField } from "../forms/form-fields.tsx"
import { FormFrame } from "../forms/form-frame.tsx"
import type { FormRefusal } from "../forms/form-attempt.ts"
import { useForm } from "../forms/use-form.ts"

export interface ResetLink {
  readonly token: string
  readonly password: string | null
}

const resetEnd = taskEnd("changePassword")

const refusalOf = (label: string): FormRefusal<ResetField> => {
  const text = resetPasswordMessage(label)()
  return isAboutNewPassword(label)
    ? { text: null, fields: { newPassword: text } }
    : { text, fields: {} }
}

export interface ResetPasswordFormProps {
  readonly link: ResetLink
  readonly onSent: () => void
}

export function ResetPasswordForm({ link, onSent }: ResetPasswordFormProps) {
  const { dispatch } = useRuntime()
  const end = useSite(resetEnd)
  const lengths = passwordLengths(usePageFrame().brand.features)
  const refused = end._tag === "Refused" ? end.label : null
  const form = useForm<ResetField>({
    draft: "reset-password",
    empty: { newPassword: "", repeatNewPassword: "" },
    kept: [],
    faultsOf: resetPasswordFaults(lengths),
    command: "ResetPassword",
    toCommand: ({ newPassword, repeatNewPassword }) => {
      onSent()
      return {
        _tag: "ResetPassword",
        token: link.token,
        ...(link.password !== null && { password: link.password }),
        newPassword: trimmedPassword(newPassword),
        repeatNewPassword: trimmedPassword(repeatNewPassword),
      }
    },
    refusal: refused === null ? null : refusalOf(refused),
  })
  return (
    <FormFrame
      form={form}
      title={m.reset_password_title()}
      submitLabel={m.reset_password_submit()}
      pendingLabel={m.reset_password_pending()}
      afterwards={
        refused !== null &&
        isLinkOfNoUse(refused) && (
          <Button
            onPress={() => {
              dispatch({ _tag: "DialogOpened", dialog: "forgotPassword" })
            }}
          >
            {m.reset_password_new_link()}
          </Button>
        )
      }
    >
      <p>{m.reset_password_lead()}</p>
      <FormPasswordField
        form={form}
        name="newPassword"
        label={m.reset_password_new()}
        hint={m.register_password_hint(lengths)}
        autoComplete="new-password"
        autoFocus
      />
      <FormPasswordField
        form={form}
        name="repeatNewPassword"
        label={m.reset_password_repeat()}
        autoComplete="new-password"
      />
    </FormFrame>
  )
}
