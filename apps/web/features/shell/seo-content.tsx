/** A general text about the site, for visitors at the end of the page and for search engines. */
"use no memo"

import { m } from "@foldcast/messages/messages"
import { ContentText } from "../site/content-text.tsx"
import { useLocale, usePageFrame } from "../site/page-frame-context.tsx"
import { generalSeoText } from "./seo-text.ts"
import { useCurrentPage } from "../category/use-current-page.ts"

export function SeoContent() {
  const { name: brand, seoText } = usePageFrame().brand
  const text = generalSeoText(useCurrentPage(), seoText?.[useLocale()] ?? "")
  if (text === null) return null
  return (
    <section className="site-width site-seo" aria-labelledby="site-seo-heading">
      <h2 id="site-seo-heading">{m.seo_heading({ brand })}</h2>
      <p>
        <ContentText text={text} />
      </p>
    </section>
  )
}
