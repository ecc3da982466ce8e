/**
 * A username that is checked while typing. While it has an error, three free similar names show below; a press
 * selects one.
 */
import { useWatch } from "react-hook-form"
import { m } from "@foldcast/messages/messages"
import type { UsernameLimits } from "@foldcast/rules/username"
import { suggestionStem } from "@foldcast/rules/username-suggestions"
import { Button } from "@foldcast/ui/button.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { TextField } from "@foldcast/ui/text-field.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { useTextField } from "../forms/form-fields.tsx"
import type { Form } from "../forms/use-form.ts"
import { useDelayed } from "../site/use-delayed.ts"
import { shownSuggestions, suggestionsFor } from "./username-suggestions.ts"

/** Milliseconds after the last character. */
const ASK_AFTER_MS = 300

interface SuggestionsProps {
  readonly stem: string
  readonly limits: UsernameLimits
  readonly onChosen: (name: string) => void
}

/** Suggestions for the last typed stem: an answer for an earlier one has another key. */
function Suggestions({ stem, limits, onChosen }: SuggestionsProps) {
  const asked = useDelayed(stem, ASK_AFTER_MS)
  const { data, isError, isFetching, refetch } = useAnswer(suggestionsFor(asked ?? stem), {
    isWanted: asked === stem,
  })
  if (isError && !isFetching) {
    return (
      <p className="settings-suggestions">
        <TextRun>{`${m.settings_username_suggestions_failed()} `}</TextRun>
        <Button
          variant="link"
          onPress={() => {
            void refetch()
          }}
        >
          {m.settings_username_suggestions_retry()}
        </Button>
      </p>
    )
  }
  if (data === undefined || asked !== stem) {
    return (
      <SkeletonGroup label={m.settings_username_suggestions_loading()}>
        <Skeleton className="settings-suggestions__coming" />
      </SkeletonGroup>
    )
  }
  const names = shownSuggestions(data, limits)
  if (names.length === 0) return null
  return (
    <div
      className="settings-suggestions"
      role="group"
      aria-label={m.settings_username_suggestions()}
    >
      <p className="settings-suggestions__title" role="status">
        {m.settings_username_suggestions()}
      </p>
      {names.map((name) => (
        <Button
          key={name}
          aria-label={m.settings_username_use({ name })}
          onPress={() => {
            onChosen(name)
          }}
        >
          <span translate="no">{name}</span>
        </Button>
      ))}
    </div>
  )
}

export interface UsernameFieldProps {
  readonly form: Form<"username">
  readonly limits: UsernameLimits
  readonly maxLength?: number
  readonly autoFocus?: boolean
}

export function UsernameField({ form, limits, maxLength, autoFocus = false }: UsernameFieldProps) {
  const field = useTextField({ form, name: "username" })
  const typed = useWatch({ control: form.control, name: "username" })
  const stem = suggestionStem(typed ?? "")
  return (
    <div className="settings-username">
      <TextField
        label={m.settings_username_new()}
        hint={m.settings_username_hint(limits)}
        {...field}
        autoComplete="off"
        spellCheck="false"
        autoFocus={autoFocus}
        {...(maxLength !== undefined && {
          limit: { maxLength, cutText: m.field_cut({ count: String(maxLength) }) },
        })}
        onChange={(text) => {
          form.fill("username", text)
        }}
      />
      {field.error !== null && stem !== "" && (
        <Suggestions
          stem={stem}
          limits={limits}
          onChosen={(name) => {
            form.fill("username", name)
            form.focusField("username")
          }}
        />
      )}
    </div>
  )
}
