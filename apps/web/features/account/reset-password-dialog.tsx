/**
 * The dialog of a reset link: the form, then the confirmation. An expired link is rejected at once: the token
 * contains the expiry, so no request is needed. Whether the link was used is requested when the dialog opens, while
 * the form can already be filled in; without an answer, the change itself reports it. The dialog stays open when
 * the change ends the session. Opened without a link it redirects to the home page after a second (ROUTE-51).
 */
import { CircleCheck, CircleX } from "lucide-react"
import { useEffect, useEffectEvent, useState } from "react"
import { memberOf, taskEnd } from "@foldcast/folds/account"
import { isPending } from "@foldcast/folds/pending"
import { isLinkOfNoUse } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { isLinkExpired } from "@foldcast/rules/link-token"
import { Button } from "@foldcast/ui/button.tsx"
import { Dialog } from "@foldcast/ui/dialog.tsx"
import { dropAction, heldAction } from "../../runtime/page-action.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { useGoHome } from "../site/use-go-home.ts"
import { type ResetLink, ResetPasswordForm } from "./reset-password-form.tsx"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"
import { useFocusOnMount } from "./use-focus-on-mount.ts"

/** Milliseconds. Source: ROUTE-51. */
const INVALID_USE_MS = 1_000

const resetEnd = taskEnd("changePassword")
const checkEnd = taskEnd("checkResetLink")
const isResetting = isPending("ResetPassword")
const USED = "linkUsed"

const linkOf = (): ResetLink | null => {
  const action = heldAction()
  if (action?._tag !== "ResetPassword" || action.token === null) return null
  return { token: action.token, password: action.password }
}

function Completed({ onLogIn }: { readonly onLogIn: () => void }) {
  return (
    <div className="account-card" role="status">
      <CircleCheck size={40} aria-hidden="true" className="account-card__icon" />
      <h2 className="account-card__heading">{m.reset_password_done_heading()}</h2>
      <p>{m.reset_password_done()}</p>
      <Button variant="primary" wide autoFocus onPress={onLogIn}>
        {m.reset_password_log_in()}
      </Button>
    </div>
  )
}

type LinkFault = "expired" | "used"

/** Why no form is shown: the link would be refused. */
type NoUse = LinkFault | "usedByMember"

const NO_USE: Readonly<Record<NoUse, { heading: () => string; text: () => string }>> = {
  expired: { heading: m.reset_password_expired_heading, text: m.reset_password_expired },
  used: { heading: m.reset_password_used_heading, text: m.reset_password_used },
  usedByMember: { heading: m.reset_password_used_heading, text: m.reset_password_used_member },
}

interface OfNoUseProps {
  readonly why: NoUse
  readonly onNewLink: () => void
  /** Null for a member, who is already logged in, and where the link has set no password. */
  readonly onLogIn: (() => void) | null
}

function OfNoUse({ why, onNewLink, onLogIn }: OfNoUseProps) {
  const title = useFocusOnMount<HTMLHeadingElement>()
  return (
    <div className="account-card">
      <CircleX
        size={40}
        aria-hidden="true"
        className="account-card__icon account-card__icon--problem"
      />
      <h2 className="account-card__heading" tabIndex={-1} ref={title}>
        {NO_USE[why].heading()}
      </h2>
      <p>{NO_USE[why].text()}</p>
      <Button variant="primary" wide onPress={onNewLink}>
        {m.reset_password_new_link()}
      </Button>
      {onLogIn !== null && (
        <Button wide onPress={onLogIn}>
          {m.reset_password_log_in()}
        </Button>
      )}
    </div>
  )
}

function InvalidUse({ onClose }: { readonly onClose: () => void }) {
  const goHome = useGoHome()
  const leave = useEffectEvent(() => {
    onClose()
    goHome()
  })
  useEffect(() => {
    const timer = setTimeout(leave, INVALID_USE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return (
    <div className="account-card" role="status">
      <p>{m.reset_password_invalid()}</p>
      <SiteLinkButton page="home" wide onClick={onClose}>
        {m.reset_password_go_home()}
      </SiteLinkButton>
    </div>
  )
}

/** Whether the password is changed, also after the change has ended its own session. */
const useCompleted = () => {
  const end = useSite(resetEnd)
  const isInFlight = useSite(isResetting)
  const [wasSent, setSent] = useState(false)
  const [isCompleted, setCompleted] = useState(false)
  if (wasSent && !isCompleted && !isInFlight && end._tag === "Done") setCompleted(true)
  return {
    wasSent,
    isCompleted,
    sent: () => {
      setSent(true)
    },
    reset: () => {
      setSent(false)
      setCompleted(false)
    },
  }
}

/** Requests whether the link is valid; null while no fault is known. */
const useLinkCheck = (token: string | null): LinkFault | null => {
  const { send } = useRuntime()
  const end = useSite(checkEnd)
  useEffect(() => {
    if (token !== null) send({ _tag: "CheckResetLink", token })
  }, [token, send])
  if (token === null || end._tag !== "Refused" || !isLinkOfNoUse(end.label)) return null
  return end.label === USED ? "used" : "expired"
}

export function ResetPasswordDialog(props: OverlayProps) {
  const { dispatch, getState } = useRuntime()
  const { isOpen, close } = useDialogWindow("resetPassword", props)
  const isGuest = useSite(memberOf) === null
  const { wasSent, isCompleted, sent, reset } = useCompleted()
  const link = linkOf()
  // Checked when the dialog opens, so that the form does not disappear while it is being filled in.
  const [opened, setOpened] = useState<{ readonly token: string; readonly isExpired: boolean }>()
  if (isOpen && link !== null && opened?.token !== link.token) {
    setOpened({ token: link.token, isExpired: isLinkExpired(link.token, getState().visit.at) })
  }
  const isExpired = opened?.isExpired === true && opened.token === link?.token
  const refusedFor = useLinkCheck(isOpen && !isExpired ? (link?.token ?? null) : null)
  // After the form was sent only its own answer counts, because the form itself may have used the link.
  const noUse = isExpired ? "expired" : wasSent ? null : refusedFor
  const leave = () => {
    dropAction()
    reset()
    close()
  }
  const logIn = () => {
    leave()
    dispatch({ _tag: "DialogOpened", dialog: "logIn" })
  }
  // A member without a link changes the password in the settings.
  const isOfUse = isCompleted || link !== null
  return (
    <Dialog
      isOpen={(isOpen && (isOfUse || isGuest)) || isCompleted}
      closesOutside={false}
      title={m.reset_password_title()}
      closeLabel={m.account_close()}
      onClose={leave}
    >
      {isCompleted ? (
        <Completed onLogIn={logIn} />
      ) : link === null ? (
        <InvalidUse onClose={leave} />
      ) : noUse !== null ? (
        <OfNoUse
          why={noUse === "used" && !isGuest ? "usedByMember" : noUse}
          onNewLink={() => {
            dispatch({ _tag: "DialogOpened", dialog: "forgotPassword" })
          }}
          onLogIn={noUse === "used" && isGuest ? logIn : null}
        />
      ) : (
        <ResetPasswordForm link={link} onSent={sent} />
      )}
    </Dialog>
  )
}
