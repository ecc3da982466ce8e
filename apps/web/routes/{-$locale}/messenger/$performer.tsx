/** One of a member's conversations. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { lazyPage } from "../../../features/site/lazy-page.tsx"
import { enter } from "../../../features/site/may-enter.ts"
import { pageHead } from "../../../features/site/page-head.ts"

export const Route = createFileRoute("/{-$locale}/messenger/$performer")({
  codeSplitGroupings: [],
  beforeLoad: enter("messenger-performer"),
  head: ({ match }) => {
    const { frame } = match.context.site
    const brand = frame.brand.name
    return pageHead(frame, match.pathname, {
      title: `${m.conversation_title()} · ${brand}`,
      description: m.conversation_description({ brand }),
      isPrivate: true,
    })
  },
  component: lazyPage(
    async () =>
      (await import("../../../features/messenger/conversation-page.tsx")).ConversationPage,
  ),
})
