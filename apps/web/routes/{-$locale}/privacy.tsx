/** Which data are kept, and what for. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { pageHead } from "../../features/site/page-head.ts"

import { StatementPage } from "../../features/statements/statement-page.tsx"

export const Route = createFileRoute("/{-$locale}/privacy")({
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${m.privacy_title()} · ${brand}`,
      description: m.privacy_description({ brand }),
    })
  },
  component: Privacy,
})

function Privacy() {
  const sections = [
    { heading: m.privacy_data_heading(), text: m.privacy_data() },
    { heading: m.privacy_payment_heading(), text: m.privacy_payment() },
    { heading: m.privacy_cookies_heading(), text: m.privacy_cookies() },
  ]
  return <StatementPage title={m.privacy_title()} sections={sections} />
}
