/** One of a member's conversations. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { requirePageAccess } from "../../../features/site/may-enter.ts"
import { privateHead } from "../../../features/site/private-head.ts"

export const Route = createFileRoute("/{-$locale}/messenger/$performer")({
  codeSplitGroupings: [],
  beforeLoad: requirePageAccess("messenger-performer"),
  head: privateHead(m.conversation_title, m.conversation_description),
})
