/**
 * The state of a form in a component: typed values, checks, draft, submit and refusal. A field is checked when it
 * is left and from then on while typing; its error shows with the field. After a submit with errors the focus moves
 * to the field if there is one, to the summary if there are several.
 *
 * Every form of the site is made of this hook, form-frame.tsx and form-fields.tsx. Each typed character is stored
 * under `draft`, in this tab only; secrets are never named in `kept`.
 */
import { type SubmitEvent, useEffect, useMemo, useState } from "react"
import {
  type Control,
  type FieldError,
  type Resolver,
  type SetValueConfig,
  useForm as useFields,
  type UseFormReturn,
} from "react-hook-form"
import type { Command, CommandTag } from "@foldcast/contracts/commands/command"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { attemptView, type FormAttempt, type FormRefusal, NO_ATTEMPT } from "./form-attempt.ts"
import { draftOf, faultyNames, type Faults, namesOf, type Values, withDraft } from "./form-state.ts"

/** The result of a step before the command, for example a passkey. */
export type Prepared =
  | { readonly _tag: "Ready"; readonly command: Command }
  | { readonly _tag: "NotReady"; readonly label: string }

export interface FormOptions<Name extends string> {
  /** Forms with the same draft share its values, for example the e-mail address of log-in and registration. */
  readonly draft: string
  readonly empty: Values<Name>
  readonly kept: ReadonlyArray<Name>
  readonly faultsOf: (values: Values<Name>) => Faults<Name>
  /**
   * Called with values without errors. A promise: a step such as a passkey comes first, and its result is the
   * command or a refusal.
   */
  readonly toCommand: (values: Values<Name>) => Command | Promise<Prepared>
  readonly command: CommandTag
  readonly refusal: FormRefusal<Name> | null
  /** The refusal where nothing was sent; for a form whose command is a promise. */
  readonly refusalOf?: (label: string) => FormRefusal<Name>
}

/** Reads and writes the fields; the names are those of `FormOptions.empty`. */
export type FormControl = Control<Record<string, string>>

export interface FieldProblemOf<Name extends string> {
  readonly name: Name
  readonly text: string
}

export interface Form<Name extends string> {
  readonly control: FormControl
  readonly keepDraft: () => void
  /** The shown errors, in the form's order. */
  readonly problems: ReadonlyArray<FieldProblemOf<Name>>
  readonly focusField: (name: Name) => void
  /** How often it was submitted or refused in several fields; the summary takes the focus each time. */
  readonly attempts: number
  readonly isPending: boolean
  /** True while a passkey is asked for and nothing is sent yet. */
  readonly isPreparing: boolean
  /** The message about the last attempt as a whole. */
  readonly refused: string | null
  /** True if it was refused because the browser keeps no cookies of the site. */
  readonly missesCookie: boolean
  readonly triedOffline: boolean
  /** Whether this form has sent its command since it opened. */
  readonly wasSent: boolean
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void
  /**
   * Reads values that are in the form's elements but not in its state: some password managers write without an
   * event, and the next render would empty the field again.
   */
  readonly takeFilled: (form: HTMLFormElement) => void
  /** Empties the form and its draft. */
  readonly clear: () => void
  /** Sets a value from outside, as if it were typed. */
  readonly fill: (name: Name, text: string) => void
}

const REFUSED = "refused"

/** The field types that password managers fill. */
const FILLED = new Set(["text", "email", "password"])

/** Focuses at once, so that the next typed character goes to the field. The library's own way waits for a timer. */
const focusNow = (fault: FieldError | undefined): void => {
  fault?.ref?.focus?.()
}

/** Converts the rules' faults to the form library's errors. */
const resolverOf =
  <Name extends string>(
    faultsOf: FormOptions<Name>["faultsOf"],
  ): Resolver<Record<string, string>> =>
  (typed, _context, { fields: shown }) => {
    const faults = faultsOf(typed as Values<Name>)
    const names = faultyNames(faults)
    if (names.length === 0) return { values: typed, errors: {} }
    const errors = names.map((name) => [
      name,
      { type: "rule", message: faults[name] ?? "", ref: shown[name]?.ref },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }

type Fields = UseFormReturn<Record<string, string>>

/** A refused field keeps its error until it changes. Returns how often several fields were refused at once. */
const useRefusedFields = (refused: object, { setError, setFocus }: Fields) => {
  const [refusals, setRefusals] = useState(0)
  const key = JSON.stringify(refused)
  useEffect(() => {
    const entries = Object.entries(JSON.parse(key) as Readonly<Record<string, string>>)
    for (const [name, message] of entries) setError(name, { type: REFUSED, message })
    const [only] = entries
    if (only !== undefined && entries.length === 1) setFocus(only[0])
    if (entries.length > 1) setRefusals((before) => before + 1)
  }, [key, setError, setFocus])
  return [refusals, setRefusals] as const
}

/** The values in a form's elements that are missing in its state. */
const filledValues = (
  { elements }: HTMLFormElement,
  names: ReadonlyArray<string>,
  getValue: (name: string) => string | undefined,
): ReadonlyArray<readonly [name: string, text: string]> =>
  names.flatMap((name) => {
    const field = elements.namedItem(name)
    if (!(field instanceof HTMLInputElement) || !FILLED.has(field.type)) return []
    // React stores the last rendered value as the default value; a value that is about to be rendered is newer than
    // the element's.
    const isUntold = field.value !== field.defaultValue && field.value !== getValue(name)
    return isUntold ? [[name, field.value] as const] : []
  })

/** The typed values: read from the draft, stored in it, filled by the browser or from outside. */
const useFormValues = <Name extends string>({
  draft,
  empty,
  kept,
  faultsOf,
}: FormOptions<Name>) => {
  const { drafts } = useRuntime()
  const [initial] = useState(() => withDraft(empty, kept, drafts.read(draft)))
  const fields = useFields<Record<string, string>>({
    defaultValues: { ...initial },
    mode: "onTouched",
    reValidateMode: "onChange",
    shouldFocusError: false,
    resolver: resolverOf(faultsOf),
  })
  const { getValues } = fields
  const setValue: (name: string, text: string, how: SetValueConfig) => void = fields.setValue

  const keepDraft = () => {
    if (kept.length > 0) {
      drafts.keep(draft, draftOf(getValues() as Values<Name>, kept, drafts.read(draft)))
    }
  }
  const takeFilled = (form: HTMLFormElement) => {
    for (const [name, text] of filledValues(form, namesOf(empty), getValues)) {
      setValue(name, text, { shouldDirty: true })
    }
  }
  const fill = (name: Name, text: string) => {
    setValue(name, text, { shouldValidate: true, shouldDirty: true })
    keepDraft()
  }
  return { fields, keepDraft, takeFilled, fill }
}

export const useForm = <Name extends string>(options: FormOptions<Name>): Form<Name> => {
  const { draft, empty, toCommand, command } = options
  const { drafts, getState, send } = useRuntime()
  const isOffline = useConnection()._tag === "Offline"
  const [attempt, setAttempt] = useState(NO_ATTEMPT)
  const note = (change: Partial<FormAttempt>) => setAttempt((now) => ({ ...now, ...change }))
  const { refusedFields, ...shown } = attemptView(attempt, {
    isCommandPending: useSite(useMemo(() => isPending(command), [command])),
    failure: useSite(useMemo(() => failureOf(command), [command])),
    isOffline,
    refusal: options.refusal,
    refusalOf: options.refusalOf,
  })

  const { fields, fill, keepDraft, takeFilled } = useFormValues(options)
  const { control, formState, handleSubmit, reset } = fields
  const { errors, submitCount } = formState
  const [refusals, setRefusals] = useRefusedFields(refusedFields, fields)

  const prepare = async (made: Promise<Prepared>) => {
    note({ isPreparing: true })
    const prepared = await made
    if (prepared._tag === "Ready") {
      note({ isPreparing: false })
      send(prepared.command)
    } else note({ isPreparing: false, notReady: prepared.label })
  }

  return {
    control,
    keepDraft,
    problems: namesOf(empty).flatMap((name) => {
      const text = errors[name]?.message
      return text === undefined ? [] : [{ name, text }]
    }),
    focusField: (name) => focusNow(errors[name]),
    attempts: submitCount + refusals,
    ...shown,
    isPreparing: attempt.isPreparing,
    takeFilled,
    submit: (event) => {
      takeFilled(event.currentTarget)
      void handleSubmit(
        (values) => {
          note({ triedOffline: isOffline })
          if (isOffline || attempt.isPreparing || isPending(command)(getState())) return
          note({ wasSent: true, notReady: null })
          const made = toCommand(values as Values<Name>)
          return made instanceof Promise ? prepare(made) : send(made)
        },
        (faults) => {
          const [first, ...more] = namesOf(empty).filter((name) => faults[name] !== undefined)
          if (first !== undefined && more.length === 0) focusNow(faults[first])
        },
      )(event)
    },
    clear: () => {
      drafts.forget(draft)
      reset({ ...empty })
      note({ wasSent: false, notReady: null })
      setRefusals(0)
    },
    fill,
  }
}
