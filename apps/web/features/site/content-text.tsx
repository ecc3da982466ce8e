/**
 * The site's own text with links written as `[text](address)`: statements, SEO texts, promotions. Never text that
 * people write to each other. No other syntax has a meaning, so no text can become markup.
 */
"use no memo"

import { useLocation } from "@tanstack/react-router"
import { trackingOf } from "@foldcast/rules/tracking-parameters"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { usePageFrame } from "./page-frame-context.tsx"
import { contentParts } from "./content-parts.ts"

export function ContentText({ text }: { readonly text: string }) {
  const { origin } = usePageFrame()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const tracking = trackingOf(new URLSearchParams(query))
  return contentParts(text, { origin, tracking }).map((part) => {
    const { at, text: shown } = part
    if (part._tag === "Text") return <TextRun key={at}>{shown}</TextRun>
    const { href } = part
    return part._tag === "OutsideLink" ? (
      <a key={at} href={href} target="_blank" rel="nofollow noopener noreferrer">
        {shown}
      </a>
    ) : (
      <a key={at} href={href}>
        {shown}
      </a>
    )
  })
}
