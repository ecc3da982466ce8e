/** Changes the username, checked while typing. */
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { USERNAME_IN_SETTINGS } from "@foldcast/rules/username"
import { useSite } from "../../runtime/react.tsx"
import { Drafted } from "./drafted.tsx"
import { CurrentValue, SettingRow } from "./setting-row.tsx"
import { TaskForm } from "./task-form.tsx"
import { changeUsernameEnd, useUsernameForm } from "./use-username-form.ts"
import { UsernameField } from "./username-field.tsx"

const DRAFT = "settings-username"
const DRAFTED_FIELDS: ReadonlyArray<"username"> = ["username"]

function UsernameForm({ kept }: { readonly kept: ReadonlyArray<"username"> }) {
  const form = useUsernameForm({
    where: "settings",
    limits: USERNAME_IN_SETTINGS,
    draft: DRAFT,
    kept,
  })
  return (
    <TaskForm
      form={form}
      end={changeUsernameEnd}
      doneText={m.settings_username_done}
      title={m.settings_username_heading()}
      submitLabel={m.settings_username_submit()}
    >
      <UsernameField form={form} limits={USERNAME_IN_SETTINGS} />
    </TaskForm>
  )
}

export function UsernameCard() {
  const username = useSite(memberOf)?.username ?? null
  return (
    <SettingRow heading={m.settings_username_heading()}>
      <CurrentValue
        term={m.settings_username_current()}
        value={username}
        loadingLabel={m.settings_loading()}
      />
      <Drafted draft={DRAFT} kept={DRAFTED_FIELDS}>
        {(kept) => <UsernameForm kept={kept} />}
      </Drafted>
    </SettingRow>
  )
}
