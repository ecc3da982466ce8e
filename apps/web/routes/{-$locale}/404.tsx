/** The target of a failed profile: the error page with status 404 (ROUTE-14). */
import { createFileRoute, notFound } from "@tanstack/react-router"

export const Route = createFileRoute("/{-$locale}/404")({
  beforeLoad: () => {
    throw notFound()
  },
})
