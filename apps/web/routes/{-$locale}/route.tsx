/** The optional language prefix. A first segment that is not a language is not a prefix. */
import { Outlet, createFileRoute } from "@tanstack/react-router"
import { isLocale } from "@foldcast/messages/runtime"

export const Route = createFileRoute("/{-$locale}")({
  // In the entry chunk, so that the first page loads no other chunk.
  codeSplitGroupings: [],
  params: {
    parse: ({ locale }) => (locale === undefined || isLocale(locale) ? { locale } : false),
  },
  component: Outlet,
})
