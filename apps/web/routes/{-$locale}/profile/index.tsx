/** A profile without a name: there is no such page (ROUTE-14). */
import { createFileRoute, notFound } from "@tanstack/react-router"

export const Route = createFileRoute("/{-$locale}/profile/")({
  beforeLoad: () => {
    throw notFound()
  },
})
