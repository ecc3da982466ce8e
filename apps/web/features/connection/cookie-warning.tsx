/**
 * That this browser keeps no cookies of the site, with what there is to do about it; on plain http that may be for
 * want of https.
 */
"use no memo"

import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { OpenSecurely } from "./open-securely.tsx"
import { refusesCookies } from "./refuses-cookies.ts"

const reload = () => {
  location.reload()
}

/** The browser allows cookies, and its connection is not secure: then it is that which they want. */
const wantsHttps = () => !refusesCookies() && location.protocol === "http:" && !isSecureContext

export function CookieWarning({ dismiss }: { readonly dismiss?: ReactNode }) {
  const isForHttps = wantsHttps()
  return (
    <Banner
      tone="danger"
      action={
        <>
          {isForHttps ? (
            <OpenSecurely />
          ) : (
            <Button onPress={reload}>{m.connection_reload()}</Button>
          )}
          {dismiss}
        </>
      }
    >
      {isForHttps ? m.cookies_need_https() : m.cookies_refused()}
    </Banner>
  )
}
