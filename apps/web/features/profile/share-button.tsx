/**
 * Shares a profile: by the device's own sheet where there is one, else its address is copied. The address is the page's
 * canonical one: without tracking parameters, tokens and filters.
 */
import { Share2 } from "lucide-react"
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { canonicalHref } from "../../language-links.ts"
import { copied } from "../site/copied.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { usePageLocation } from "../site/use-page-location.ts"

type Shared = "copied" | "failed"

const TEXTS: Readonly<Record<Shared, () => string>> = {
  copied: m.profile_shared_copied,
  failed: m.profile_shared_failed,
}

/** Not every browser has it. */
const hasSheet = () => Object.hasOwn(Navigator.prototype, "share")

/** Null: the device's sheet said what there is to say. */
const share = async (title: string, url: string): Promise<Shared | null> => {
  if (!hasSheet()) return (await copied(url)) ? "copied" : "failed"
  try {
    await navigator.share({ title, url })
    return null
  } catch (error) {
    // The sheet was closed.
    return error instanceof DOMException && error.name === "AbortError" ? null : "failed"
  }
}

export function ShareButton({ name }: { readonly name: string }) {
  const { brand, locale, origin } = usePageFrame()
  const { pathname } = usePageLocation()
  const [shared, setShared] = useState<Shared | null>(null)
  return (
    <div className="profile-share needs-script">
      <Button
        onPress={() => {
          setShared(null)
          const title = m.profile_title({ name, brand: brand.name })
          void share(title, canonicalHref(origin, pathname, locale)).then(setShared)
        }}
      >
        <Share2 size={18} aria-hidden="true" />
        {m.profile_share()}
      </Button>
      <span role="status">
        <TextRun>{shared === null ? "" : TEXTS[shared]()}</TextRun>
      </span>
    </div>
  )
}
