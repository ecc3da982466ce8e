/** Every path without a route: status 404. */
import { createFileRoute, notFound } from "@tanstack/react-router"

export const Route = createFileRoute("/{-$locale}/$")({
  beforeLoad: () => {
    throw notFound()
  },
})
