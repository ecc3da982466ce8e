/**
 * Structured data about a page for search engines (schema.org): a data block, which the browser does not execute.
 */
"use no memo"

import { useRouter } from "@tanstack/react-router"
import { scriptJson } from "../../script-json.ts"

export type StructuredThing = { readonly "@type": string } & Readonly<Record<string, unknown>>

export const structuredJson = (thing: StructuredThing): string =>
  scriptJson({ "@context": "https://schema.org", ...thing })

export function StructuredData({ thing }: { readonly thing: StructuredThing }) {
  const nonce = useRouter().options.ssr?.nonce
  const json = structuredJson(thing)
  return (
    <script
      // A new element for each text: under Trusted Types a browser rejects a script element whose text a script
      // changed, and it treats a data block as a script too.
      key={json}
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
