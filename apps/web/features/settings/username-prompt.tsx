/**
 * Asks a member for another name if theirs is their e-mail address or cannot be used in a room. Closes after the
 * change.
 */
import { memberOf } from "@foldcast/folds/account"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { USERNAME_IN_PROMPT, USERNAME_INPUT_MAX } from "@foldcast/rules/username"
import { Button } from "@foldcast/ui/button.tsx"
import { Dialog } from "@foldcast/ui/dialog.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { FormFrame } from "../forms/form-frame.tsx"
import type { OverlayProps } from "../site/use-dialog-window.ts"
import { TaskStatus } from "./task-status.tsx"
import { useTaskNote } from "./use-task-note.ts"
import { changeUsernameEnd, useUsernameForm } from "./use-username-form.ts"
import { UsernameField } from "./username-field.tsx"
import "./settings.css"

const isNamedByEmail = (site: SiteState): boolean => {
  const member = memberOf(site)
  return member?.profile?.email === member?.username
}

const DRAFTED_FIELDS: ReadonlyArray<"username"> = ["username"]

function PromptForm({ onLater }: { readonly onLater: () => void }) {
  const form = useUsernameForm({
    where: "prompt",
    limits: USERNAME_IN_PROMPT,
    draft: "username-prompt",
    kept: DRAFTED_FIELDS,
  })
  const isEmail = useSite(isNamedByEmail)
  const note = useTaskNote({ form, end: changeUsernameEnd, doneText: m.settings_username_done })
  return (
    <FormFrame
      form={form}
      title={m.username_prompt_title()}
      submitLabel={m.settings_username_submit()}
      pendingLabel={m.settings_saving()}
      afterwards={
        <>
          <Button variant="quiet" wide onPress={onLater}>
            {m.username_prompt_later()}
          </Button>
          <TaskStatus note={note} />
        </>
      }
    >
      <p>
        <TextRun>{isEmail ? m.username_prompt_lead() : m.username_prompt_lead_unfit()}</TextRun>
      </p>
      <UsernameField
        form={form}
        limits={USERNAME_IN_PROMPT}
        maxLength={USERNAME_INPUT_MAX}
        autoFocus
      />
    </FormFrame>
  )
}

export function UsernamePrompt({ dialog }: OverlayProps) {
  const { dispatch } = useRuntime()
  const close = () => {
    dispatch({ _tag: "DialogClosed", dialog: "changeUsername" })
  }
  return (
    <Dialog
      isOpen={dialog === "changeUsername"}
      closesOutside={false}
      title={m.username_prompt_title()}
      closeLabel={m.settings_delete_close()}
      onClose={close}
    >
      <PromptForm onLater={close} />
    </Dialog>
  )
}
