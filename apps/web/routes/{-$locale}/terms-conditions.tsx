/** What a member agrees to. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { pageHead } from "../../features/site/page-head.ts"
import { usePageFrame } from "../../features/site/page-frame-context.tsx"
import { StatementPage } from "../../features/statements/statement-page.tsx"

export const Route = createFileRoute("/{-$locale}/terms-conditions")({
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${m.terms_title()} · ${brand}`,
      description: m.terms_description({ brand }),
    })
  },
  component: Terms,
})

function Terms() {
  const brand = usePageFrame().brand.name
  const sections = [
    { heading: m.terms_age_heading(), text: m.terms_age({ brand }) },
    { heading: m.terms_credits_heading(), text: m.terms_credits() },
    { heading: m.terms_payment_heading(), text: m.terms_payment() },
  ]
  return <StatementPage title={m.terms_title()} sections={sections} />
}
