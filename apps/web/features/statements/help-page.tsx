/**
 * How credits, paid time, payments and deletion work: questions that unfold, all of them in the page's HTML and told
 * to search engines. An address that ends in a question's id opens it.
 */
import { useEffect } from "react"
import { useLocation } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { ContentText } from "../site/content-text.tsx"
import { plainText } from "../site/content-parts.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { StructuredData, type StructuredThing } from "../site/structured-data.tsx"
import { type HelpQuestion, type HelpTopic, helpTopics } from "./help-topics.ts"
import { StatementCompany } from "./statement-company.tsx"
import "./statement-page.css"
import "./help-page.css"

const questionsPage = (topics: ReadonlyArray<HelpTopic>, origin: string): StructuredThing => ({
  "@type": "FAQPage",
  mainEntity: topics.flatMap(({ questions }) =>
    questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: plainText(answer, origin) },
    })),
  ),
})

/** Its script is there after the browser has scrolled to the address's place. */
const useAddressedQuestion = () => {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const addressed = hash === "" ? null : document.getElementById(hash)
    if (!(addressed instanceof HTMLDetailsElement)) return
    addressed.open = true
    addressed.scrollIntoView()
  }, [hash])
}

function Question({ id, question, answer }: HelpQuestion) {
  return (
    <details id={id} className="help-question">
      <summary>
        <h3 className="help-question__title">{question}</h3>
      </summary>
      <p>
        <ContentText text={answer} />
      </p>
    </details>
  )
}

export function HelpPage() {
  const { brand, locale, origin } = usePageFrame()
  const topics = helpTopics(brand, locale)
  useAddressedQuestion()
  return (
    <article className="site-width statement">
      <StructuredData thing={questionsPage(topics, origin)} />
      <header className="help-page__head">
        <h1 tabIndex={-1}>{m.help_title()}</h1>
        <p>{m.help_lead()}</p>
      </header>
      {topics.map(({ heading, questions }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {questions.map((one) => (
            <Question key={one.id} {...one} />
          ))}
        </section>
      ))}
      <StatementCompany />
    </article>
  )
}
