/** What a page is made of, in the words of search engines (schema.org): a data block, which nothing runs. */
import { useRouter } from "@tanstack/react-router"

export type StructuredThing = { readonly "@type": string } & Readonly<Record<string, unknown>>

/** JSON that stands safely inside a script element, and that the page's policy takes for no markup. */
export const structuredJson = (thing: StructuredThing): string =>
  JSON.stringify({ "@context": "https://schema.org", ...thing }).replaceAll("<", "\\u003c")

export function StructuredData({ thing }: { readonly thing: StructuredThing }) {
  const nonce = useRouter().options.ssr?.nonce
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: structuredJson(thing) }}
    />
  )
}
