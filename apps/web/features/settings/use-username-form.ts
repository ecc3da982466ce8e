/** The form for a new username, shared by the settings and the prompt, each with limits of its own. */
import { taskEnd } from "@foldcast/folds/account"
import { usernameChangeMessage } from "@foldcast/messages/error-messages"
import { trimmedUsername, type UsernameLimits } from "@foldcast/rules/username"
import { useSite } from "../../runtime/react.tsx"
import type { FormRefusal } from "../forms/form-attempt.ts"
import { type Form, useForm } from "../forms/use-form.ts"
import { usernameFaults } from "./field-faults.ts"

export const changeUsernameEnd = taskEnd("changeUsername")

/** A fault that the upstream API finds in the name shows at the field. */
const refusalOf = (label: string): FormRefusal<"username"> => {
  const text = usernameChangeMessage(label)()
  return label.startsWith("badRequest.")
    ? { text: null, fields: { username: text } }
    : { text, fields: {} }
}

export interface UsernameFormOptions {
  readonly where: "prompt" | "settings"
  readonly limits: UsernameLimits
  readonly draft: string
  readonly kept: ReadonlyArray<"username">
}

export const useUsernameForm = ({
  where,
  limits,
  draft,
  kept,
}: UsernameFormOptions): Form<"username"> => {
  const end = useSite(changeUsernameEnd)
  return useForm<"username">({
    draft,
    empty: { username: "" },
    kept,
    faultsOf: usernameFaults(limits),
    command: "ChangeUsername",
    toCommand: ({ username }) => ({
      _tag: "ChangeUsername",
      username: trimmedUsername(username),
      where,
    }),
    refusal: end._tag === "Refused" ? refusalOf(end.label) : null,
  })
}
