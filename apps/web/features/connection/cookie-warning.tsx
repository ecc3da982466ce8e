/**
 * Says that this browser keeps no cookies of the site, with a remedy. On plain http the cause may be the missing
 * https.
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

/** The browser allows cookies but the connection is not secure: then the cookies need https. */
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
