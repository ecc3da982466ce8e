/** The log-in and the registration dialog: one window, two forms that lead to each other. */
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Dialog } from "@foldcast/ui/dialog.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import type { OverlayProps } from "../site/overlays.ts"
import { LogInForm } from "./log-in-form.tsx"
import { RegisterForm } from "./register-form.tsx"

type AccountDialogName = "logIn" | "register"

const TITLES: Readonly<Record<AccountDialogName, () => string>> = {
  logIn: m.log_in_title,
  register: m.register_title,
}

export function AccountDialogs({ dialog: open }: OverlayProps) {
  const { dispatch } = useRuntime()
  const dialog = open === "logIn" || open === "register" ? open : null
  // While it closes, the window still shows what it held.
  const [shown, setShown] = useState<AccountDialogName>("logIn")
  if (dialog !== null && dialog !== shown) setShown(dialog)
  const show = (next: AccountDialogName) => {
    dispatch({ _tag: "DialogOpened", dialog: next })
  }
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
      {shown === "logIn" ? (
        <LogInForm
          key="logIn"
          onRegister={() => {
            show("register")
          }}
        />
      ) : (
        <RegisterForm
          key="register"
          onLogIn={() => {
            show("logIn")
          }}
        />
      )}
    </Dialog>
  )
}
