/**
 * The page shown when rendering fails: plain English with a link home (SHELL-29). It depends on nothing that could
 * fail as well: no script, no file, no text of the catalogue. Pure.
 */
import type { Locale } from "@foldcast/contracts/units"
import { PLAIN_DOCUMENT_POLICY } from "../http/security-headers.ts"

const STYLE = [
  ":root{color-scheme:dark light}",
  "body{display:grid;min-height:100vh;margin:0;place-content:center;padding:1.5rem;",
  "font:1rem/1.5 system-ui,sans-serif;background:light-dark(#faf9fb,#110f15);",
  "color:light-dark(#1c1922,#f4f2f6)}",
  "a{color:inherit}",
].join("")

export interface PlainPage {
  readonly status: number
  readonly locale: Locale
  /** Our own texts, inserted without escaping: they contain nothing from a request. */
  readonly title: string
  readonly text: string
  readonly link: { readonly href: string; readonly text: string }
}

const html = ({ status, locale, title, text, link }: PlainPage): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text} (${status})</p>
<p><a href="${link.href}">${link.text}</a></p>
</main>
</body>
</html>
`

/** A self-contained HTML document. */
export const plainPage = (page: PlainPage): Response =>
  new Response(html(page), {
    status: page.status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": PLAIN_DOCUMENT_POLICY,
    },
  })

export const plainErrorPage = (): Response =>
  plainPage({
    status: 500,
    locale: "en",
    title: "Something went wrong",
    text: "This page could not be shown.",
    link: { href: "/", text: "Go to the home page" },
  })
