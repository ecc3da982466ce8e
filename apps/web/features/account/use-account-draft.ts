/**
 * The e-mail address that was typed into either account form: it survives a failed submit, a reload and
 * the switch between the forms. Passwords are never kept.
 */
import { useState } from "react"
import { useRuntime } from "../../runtime/react.tsx"

const FORM = "account"

export const useAccountDraft = () => {
  const { drafts } = useRuntime()
  const [email] = useState(() => drafts.read(FORM)?.["email"] ?? "")
  return {
    email,
    keep: (text: string) => {
      drafts.keep(FORM, { email: text })
    },
    forget: () => {
      drafts.forget(FORM)
    },
  }
}
