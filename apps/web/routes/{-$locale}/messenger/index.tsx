/** A member's conversations. */
import { createFileRoute } from "@tanstack/react-router"
import { m } from "@foldcast/messages/messages"
import { requirePageAccess } from "../../../features/site/may-enter.ts"
import { privateHead } from "../../../features/site/private-head.ts"

export const Route = createFileRoute("/{-$locale}/messenger/")({
  codeSplitGroupings: [],
  beforeLoad: requirePageAccess("messenger"),
  head: privateHead(m.messenger_title, m.messenger_description),
})
