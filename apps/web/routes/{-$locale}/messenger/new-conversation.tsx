/** The page where a member starts a conversation. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { requirePageAccess } from "../../../features/site/may-enter.ts"
import { privateHead } from "../../../features/site/private-head.ts"

export const Route = createFileRoute("/{-$locale}/messenger/new-conversation")({
  codeSplitGroupings: [],
  beforeLoad: requirePageAccess("messenger-new-conversation"),
  head: privateHead(m.new_conversation_title, m.new_conversation_description),
})
