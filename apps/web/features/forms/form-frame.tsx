/**
 * The frame of every form around its fields: the summary of several errors, the refusal of the last attempt, the
 * offline notice and the submit button.
 */
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { ErrorSummary } from "@foldcast/ui/error-summary.tsx"
import { classNames } from "@foldcast/ui/class-names"
import { CookieWarning } from "../connection/cookie-warning.tsx"
import type { Form } from "./use-form.ts"
import "./forms.css"

export interface FormFrameProps<Name extends string> {
  readonly form: Form<Name>
  readonly title: string
  readonly submitLabel: string
  readonly pendingLabel: string
  readonly children: ReactNode
  /** Shown below the button. */
  readonly afterwards?: ReactNode
  readonly className?: string
}

/** The tab's title shows an error prefix while the form has errors. */
const useErrorTitle = (title: string, isWrong: boolean) => {
  useEffect(() => {
    if (!isWrong) return
    const before = document.title
    document.title = m.form_error_prefix({ title })
    return () => {
      document.title = before
    }
  }, [title, isWrong])
}

export function FormFrame<Name extends string>({
  form,
  title,
  submitLabel,
  pendingLabel,
  children,
  afterwards,
  className,
}: FormFrameProps<Name>) {
  const { attempts, problems, refused } = form
  const summary = useRef<HTMLDivElement>(null)
  const showsSummary = attempts > 0 && problems.length > 1
  useErrorTitle(title, refused !== null || (attempts > 0 && problems.length > 0))
  useEffect(() => {
    if (attempts > 0) summary.current?.focus()
  }, [attempts])
  // The message is above the fields: in a long form it may be out of view when the button is pressed.
  const told = useRef<HTMLDivElement>(null)
  const isTold = refused !== null || form.triedOffline
  useEffect(() => {
    if (isTold) told.current?.scrollIntoView({ block: "nearest" })
  }, [isTold, refused, attempts])
  const takeFilled = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => {
    form.takeFilled(currentTarget)
  }
  return (
    <form
      noValidate
      className={classNames("site-form", className)}
      // In the capture phase, before a field handles the event and renders.
      onFocusCapture={takeFilled}
      onBlurCapture={takeFilled}
      onPointerOverCapture={takeFilled}
      onSubmit={form.submit}
    >
      {showsSummary && (
        <ErrorSummary
          ref={summary}
          title={m.form_error_summary()}
          problems={problems.map(({ name, text }) => ({
            name,
            text,
            focus: () => {
              form.focusField(name)
            },
          }))}
        />
      )}
      {isTold && (
        <div ref={told} className="site-form__told">
          {form.missesCookie ? (
            <CookieWarning />
          ) : (
            refused !== null && <Banner tone="danger">{refused}</Banner>
          )}
          {form.triedOffline && <Banner tone="danger">{m.form_offline()}</Banner>}
        </div>
      )}
      {children}
      <Button
        type="submit"
        variant="primary"
        wide
        isPending={form.isPending}
        pendingLabel={form.isPreparing ? m.passkey_asking() : pendingLabel}
      >
        {submitLabel}
      </Button>
      {afterwards}
    </form>
  )
}
