/**
 * All errors of a form in one list that takes the focus. Each line links to its field and has the same text as
 * the field's error.
 */
import { type Ref, useId } from "react"
import { TextRun } from "./text-run.tsx"
import "./error-summary.css"

export interface FieldProblem {
  readonly name: string
  readonly text: string
  readonly focus: () => void
}

export interface ErrorSummaryProps {
  readonly title: string
  readonly problems: ReadonlyArray<FieldProblem>
  readonly ref?: Ref<HTMLDivElement>
}

export function ErrorSummary({ title, problems, ref }: ErrorSummaryProps) {
  const id = useId()
  return (
    <div ref={ref} className="ui-error-summary" role="alert" aria-labelledby={id} tabIndex={-1}>
      <p id={id} className="ui-error-summary__title">
        {title}
      </p>
      <ul className="ui-error-summary__list">
        {problems.map((problem) => (
          <li key={problem.name}>
            <button type="button" className="ui-error-summary__link" onClick={problem.focus}>
              <TextRun>{problem.text}</TextRun>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
