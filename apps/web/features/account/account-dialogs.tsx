/**
 * Log-in, registration and the forgotten password: one dialog with three cards that lead to each other. A member
 * sees only the last one.
 */
import { useState } from "react"
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Dialog } from "@foldcast/ui/dialog.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import type { OverlayProps } from "../site/use-dialog-window.ts"
import { ForgotPasswordCard } from "./forgot-password-card.tsx"
import { LogInCard } from "./log-in-form.tsx"
import { RegisterForm } from "./register-form.tsx"

type AccountDialogName = "logIn" | "register" | "forgotPassword"

const TITLES: Readonly<Record<AccountDialogName, () => string>> = {
  logIn: m.log_in_title,
  register: m.register_title,
  forgotPassword: m.forgot_password_title,
}

const isMine = (name: OverlayProps["dialog"]): name is AccountDialogName =>
  name !== null && Object.hasOwn(TITLES, name)

function Card({
  shown,
  show,
}: {
  readonly shown: AccountDialogName
  readonly show: (next: AccountDialogName) => () => void
}) {
  const isGuest = useSite(memberOf) === null
  switch (shown) {
    case "logIn":
      return <LogInCard onRegister={show("register")} onForgotPassword={show("forgotPassword")} />
    case "register":
      return <RegisterForm onLogIn={show("logIn")} />
    case "forgotPassword":
      return <ForgotPasswordCard onLogIn={isGuest ? show("logIn") : null} />
  }
}

export function AccountDialogs({ dialog: open }: OverlayProps) {
  const { dispatch } = useRuntime()
  const dialog = isMine(open) ? open : null
  // During the closing animation the dialog still shows its last card.
  const [shown, setShown] = useState<AccountDialogName>("logIn")
  if (dialog !== null && dialog !== shown) setShown(dialog)
  return (
    <Dialog
      isOpen={dialog !== null}
      closesOutside={false}
      title={TITLES[shown]()}
      closeLabel={m.account_close()}
      onClose={() => {
        dispatch({ _tag: "DialogClosed", dialog: shown })
      }}
    >
      <Card
        key={shown}
        shown={shown}
        show={(next) => () => {
          dispatch({ _tag: "DialogOpened", dialog: next })
        }}
      />
    </Dialog>
  )
}
