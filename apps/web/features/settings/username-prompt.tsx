/** Asks a member whose name is their e-mail address for another one. Closes when it was changed. */
import { m } from "@foldcast/messages/messages"
import { USERNAME_IN_PROMPT, USERNAME_INPUT_MAX } from "@foldcast/rules/username"
import { Button } from "@foldcast/ui/button.tsx"
import { SiteDialog } from "../site/site-window.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import { FormFrame } from "../account/form-frame.tsx"
import type { OverlayProps } from "../site/use-dialog-window.ts"
import { TaskStatus } from "./task-status.tsx"
import { useTaskNote } from "./use-task-note.ts"
import { changeUsernameEnd, useUsernameForm } from "./use-username-form.ts"
import { UsernameField } from "./username-field.tsx"
import "./settings.css"

const DRAFTED_FIELDS: ReadonlyArray<"username"> = ["username"]

function PromptForm({ onLater }: { readonly onLater: () => void }) {
  const form = useUsernameForm({
    where: "prompt",
    limits: USERNAME_IN_PROMPT,
    draft: "username-prompt",
    kept: DRAFTED_FIELDS,
  })
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
      <p>{m.username_prompt_lead()}</p>
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
    <SiteDialog
      isOpen={dialog === "changeUsername"}
      closesOutside={false}
      title={m.username_prompt_title()}
      closeLabel={m.settings_delete_close()}
      onClose={close}
    >
      <PromptForm onLater={close} />
    </SiteDialog>
  )
}
