/** The optional language prefix: a first segment that is no language is an unknown page. */
import { Outlet, createFileRoute, notFound } from "@tanstack/react-router"
import { isLocale } from "@foldcast/messages/runtime"

export const Route = createFileRoute("/{-$locale}")({
  // In the entry: the first page waits for nothing more.
  codeSplitGroupings: [],
  beforeLoad: ({ params }) => {
    if (params.locale !== undefined && !isLocale(params.locale)) throw notFound()
  },
  component: Outlet,
})
