/** A link to the same page over https: plain http has neither the cookie nor passkeys. Only in a browser. */
import { m } from "@foldcast/messages/messages"
import { LinkButton } from "@foldcast/ui/link-button.tsx"

export function OpenSecurely() {
  return (
    <LinkButton href={location.href.replace(/^http:/u, "https:")}>
      {m.cookies_open_secure()}
    </LinkButton>
  )
}
