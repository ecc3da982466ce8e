/** What a page is made of, in the words of search engines (schema.org): a data block, which nothing runs. */
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
      // An element for each text: a browser refuses to look at a script whose text was changed by script,
      // which it takes any of them for (Trusted Types), and complains.
      key={json}
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
