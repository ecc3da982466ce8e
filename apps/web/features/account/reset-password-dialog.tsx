/**
 * The window of a reset link: the form, then that it is done. A link whose time is over says so at once: its
 * token tells, and nobody is asked. Whether a link was used, only the change itself finds out. It stays open
 * over the end of the session that the change brings about. Opened without a link it leads home after a
 * second (ROUTE-51).
 */
import { CircleCheck, CircleX } from "lucide-react"
import { useEffect, useEffectEvent, useState } from "react"
import { memberOf, taskEnd } from "@foldcast/folds/account"
import { isPending } from "@foldcast/folds/pending"
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
const isResetting = isPending("ResetPassword")

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

/** Nothing is typed into a form that can only be refused. */
function Expired({ onNewLink }: { readonly onNewLink: () => void }) {
  const title = useFocusOnMount<HTMLHeadingElement>()
  return (
    <div className="account-card">
      <CircleX
        size={40}
        aria-hidden="true"
        className="account-card__icon account-card__icon--problem"
      />
      <h2 className="account-card__heading" tabIndex={-1} ref={title}>
        {m.reset_password_expired_heading()}
      </h2>
      <p>{m.reset_password_expired()}</p>
      <Button variant="primary" wide onPress={onNewLink}>
        {m.reset_password_new_link()}
      </Button>
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

/** Whether the password is changed, also when the session that it was changed in has ended by that. */
const useCompleted = () => {
  const end = useSite(resetEnd)
  const isUnderWay = useSite(isResetting)
  const [wasSent, setSent] = useState(false)
  const [isCompleted, setCompleted] = useState(false)
  if (wasSent && !isCompleted && !isUnderWay && end._tag === "Done") setCompleted(true)
  return {
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

export function ResetPasswordDialog(props: OverlayProps) {
  const { dispatch, getState } = useRuntime()
  const { isOpen, close } = useDialogWindow("resetPassword", props)
  const isGuest = useSite(memberOf) === null
  const { isCompleted, sent, reset } = useCompleted()
  const link = linkOf()
  // When it is opened: a form that is being typed into stays.
  const [opened, setOpened] = useState<{ readonly token: string; readonly isExpired: boolean }>()
  if (isOpen && link !== null && opened?.token !== link.token) {
    setOpened({ token: link.token, isExpired: isLinkExpired(link.token, getState().visit.at) })
  }
  const isExpired = opened?.isExpired === true && opened.token === link?.token
  const leave = () => {
    dropAction()
    reset()
    close()
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
        <Completed
          onLogIn={() => {
            leave()
            dispatch({ _tag: "DialogOpened", dialog: "logIn" })
          }}
        />
      ) : link === null ? (
        <InvalidUse onClose={leave} />
      ) : isExpired ? (
        <Expired
          onNewLink={() => {
            dispatch({ _tag: "DialogOpened", dialog: "forgotPassword" })
          }}
        />
      ) : (
        <ResetPasswordForm link={link} onSent={sent} />
      )}
    </Dialog>
  )
}
