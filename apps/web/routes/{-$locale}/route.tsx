/** The optional language prefix. A first segment that is no language is no prefix. */
import { Outlet, createFileRoute } from "@tanstack/react-router"
import { isLocale } from "@foldcast/messages/runtime"

export const Route = createFileRoute("/{-$locale}")({
  // In the entry: the first page waits for nothing more.
  codeSplitGroupings: [],
  params: {
    parse: ({ locale }) => (locale === undefined || isLocale(locale) ? { locale } : false),
  },
  component: Outlet,
})
