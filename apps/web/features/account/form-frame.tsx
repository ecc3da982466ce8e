/**
 * What every account form has around its fields: the summary of several errors, the refusal of the last
 * attempt, the offline notice and the submit button.
 */
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { ErrorSummary, type FieldProblem } from "@foldcast/ui/error-summary.tsx"
import "./account.css"

export interface FormFrameProps {
  readonly formRef: RefObject<HTMLFormElement | null>
  readonly title: string
  readonly submitLabel: string
  readonly pendingLabel: string
  readonly isPending: boolean
  readonly problems: ReadonlyArray<FieldProblem>
  /** How often the form was submitted; each time the summary takes the focus again. */
  readonly attempts: number
  readonly refusal: string | null
  readonly triedOffline: boolean
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly children: ReactNode
  readonly afterwards?: ReactNode
}

/** The tab says that something is wrong as long as something is. */
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

export function FormFrame({ problems, attempts, refusal, ...frame }: FormFrameProps) {
  const summary = useRef<HTMLDivElement>(null)
  const showsSummary = attempts > 0 && problems.length > 1
  useErrorTitle(frame.title, refusal !== null || (attempts > 0 && problems.length > 0))
  useEffect(() => {
    if (attempts > 0) summary.current?.focus()
  }, [attempts])
  return (
    <form ref={frame.formRef} noValidate className="account-form" onSubmit={frame.onSubmit}>
      {showsSummary && (
        <ErrorSummary ref={summary} title={m.form_error_summary()} problems={problems} />
      )}
      {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
      {frame.triedOffline && <Banner tone="danger">{m.form_offline()}</Banner>}
      {frame.children}
      <Button
        type="submit"
        variant="primary"
        wide
        isPending={frame.isPending}
        pendingLabel={frame.pendingLabel}
      >
        {frame.submitLabel}
      </Button>
      {frame.afterwards}
    </form>
  )
}
