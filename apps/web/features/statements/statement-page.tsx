/** A page of plain statements: a title and a few headed paragraphs. */
import "./statement-page.css"

export interface StatementSection {
  readonly heading: string
  readonly text: string
}

export interface StatementPageProps {
  readonly title: string
  readonly sections: ReadonlyArray<StatementSection>
}

export function StatementPage({ title, sections }: StatementPageProps) {
  return (
    <article className="site-width statement">
      <h1 tabIndex={-1}>{title}</h1>
      {sections.map(({ heading, text }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <p>{text}</p>
        </section>
      ))}
    </article>
  )
}
