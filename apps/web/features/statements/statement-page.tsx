/** A page of plain statements: a title, a few sections with headings, and the company behind the site. */
import type { ReactNode } from "react"
import { ContentText } from "../site/content-text.tsx"
import { StatementCompany } from "./statement-company.tsx"
import "./statement-page.css"

export interface StatementSection {
  readonly heading: string
  readonly text: string
  readonly more?: ReactNode
}

export interface StatementPageProps {
  readonly title: string
  readonly sections: ReadonlyArray<StatementSection>
}

export function StatementPage({ title, sections }: StatementPageProps) {
  return (
    <article className="site-width statement">
      <h1 tabIndex={-1}>{title}</h1>
      {sections.map(({ heading, text, more }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <p>
            <ContentText text={text} />
          </p>
          {more}
        </section>
      ))}
      <StatementCompany />
    </article>
  )
}
