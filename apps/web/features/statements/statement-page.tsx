/** A page of plain statements: a title, a few sections with headings, and the company behind the site. */
import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { ContentText } from "../site/content-text.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
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

/** Shows only the details that the brand's company provides. */
function Company() {
  const { name: brand, company } = usePageFrame().brand
  const { name, address, email, phone } = company
  return (
    <section>
      <h2>{m.statement_company_heading()}</h2>
      <p>{m.statement_company({ brand, name })}</p>
      <dl className="statement__company">
        {address !== null && (
          <div>
            <dt>{m.statement_company_address()}</dt>
            <dd>{address}</dd>
          </div>
        )}
        <div>
          <dt>{m.statement_company_email()}</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
        {phone !== null && (
          <div>
            <dt>{m.statement_company_phone()}</dt>
            <dd>
              <a href={`tel:${phone.replace(/[^+\d]/gu, "")}`}>{phone}</a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
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
      <Company />
    </article>
  )
}
