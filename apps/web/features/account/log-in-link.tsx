/**
 * Explains a log-in link and has the button that logs in: in another browser than the member's own, the link does
 * nothing by itself (ADR 0048, ROUTE-38). The card falls back to the form, which also shows an invalid link.
 */
import { useState } from "react"
import { failureOf } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { dropAction, heldAction } from "../../runtime/page-action.ts"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { CommandFailure } from "../connection/command-failure.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { useFocusOnMount } from "./use-focus-on-mount.ts"

const linkFailure = failureOf("LogInWithToken")

/** Null without a link, and for a link that logs in by itself. */
export const askingLink = (): string | null => {
  const action = heldAction()
  return action?._tag === "LogIn" && !action.goesOn ? action.token : null
}

export interface LogInLinkProps {
  readonly token: string
  readonly onOther: () => void
}

export function LogInLink({ token, onOther }: LogInLinkProps) {
  const { send } = useRuntime()
  const { brand } = usePageFrame()
  const failure = useSite(linkFailure)
  const isOffline = useConnection()._tag === "Offline"
  const [triedOffline, setTriedOffline] = useState(false)
  const title = useFocusOnMount<HTMLHeadingElement>()
  return (
    <div className="account-card">
      <h2 className="account-card__heading" tabIndex={-1} ref={title}>
        {m.log_in_link_heading()}
      </h2>
      <p>{m.log_in_link({ brand: brand.name })}</p>
      {isOffline && triedOffline ? (
        <Banner tone="danger">{m.form_offline()}</Banner>
      ) : (
        failure !== null && <CommandFailure label={failure} />
      )}
      <div className="account-card__actions">
        <Button
          variant="primary"
          wide
          onPress={() => {
            setTriedOffline(isOffline)
            if (isOffline) return
            // The token is dropped, so that it is not used when this card opens again.
            dropAction()
            send({ _tag: "LogInWithToken", token })
          }}
        >
          {m.log_in_submit()}
        </Button>
        <Button
          wide
          onPress={() => {
            dropAction()
            onOther()
          }}
        >
          {m.log_in_link_other()}
        </Button>
      </div>
    </div>
  )
}
