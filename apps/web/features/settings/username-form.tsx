/** Changes the username, checked while typing. */
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { USERNAME_IN_SETTINGS } from "@foldcast/rules/username"
import { useSite } from "../../runtime/react.tsx"
import { ChangeableSetting, type SettingFormEnd } from "./changeable-setting.tsx"
import { CurrentValue } from "./setting-row.tsx"
import { TaskForm } from "./task-form.tsx"
import { changeUsernameEnd, useUsernameForm } from "./use-username-form.ts"
import { UsernameField } from "./username-field.tsx"

const DRAFT = "settings-username"
const DRAFTED_FIELDS: ReadonlyArray<"username"> = ["username"]

function UsernameForm(formEnd: SettingFormEnd) {
  const form = useUsernameForm({
    where: "settings",
    limits: USERNAME_IN_SETTINGS,
    draft: DRAFT,
    kept: DRAFTED_FIELDS,
  })
  return (
    <TaskForm
      {...formEnd}
      form={form}
      end={changeUsernameEnd}
      doneText={m.settings_username_done}
      title={m.settings_username_change()}
      submitLabel={m.settings_username_submit()}
    >
      <UsernameField form={form} limits={USERNAME_IN_SETTINGS} />
    </TaskForm>
  )
}

export function UsernameRow() {
  const username = useSite(memberOf)?.username ?? null
  return (
    <ChangeableSetting
      heading={m.settings_username_heading()}
      changeLabel={m.settings_username_change()}
      draft={DRAFT}
      value={
        <CurrentValue
          term={m.settings_username_current()}
          value={username}
          loadingLabel={m.settings_loading()}
        />
      }
      form={(end) => <UsernameForm {...end} />}
    />
  )
}
