/** The messenger, in which its addresses open one conversation or another. */
import { createFileRoute } from "@tanstack/react-router"
import { lazyPage } from "../../../features/site/lazy-page.tsx"

export const Route = createFileRoute("/{-$locale}/messenger")({
  codeSplitGroupings: [],
  component: lazyPage(
    async () => (await import("../../../features/messenger/messenger.tsx")).Messenger,
  ),
})
