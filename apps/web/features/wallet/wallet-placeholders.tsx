/** The wallet with nothing to choose: loading, refused, empty, offline, or not logged in. */
import type { FailedCommand } from "@foldcast/folds/site-state"
import { loadWallet } from "@foldcast/folds/wallet"
import { commandMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { PayByPhone } from "../dial-in/pay-by-phone.tsx"
import { Reference } from "../site/reference.tsx"
import { isLoadWalletPending } from "../site/selectors.ts"

const CARDS = ["one", "two", "three", "four", "five"] as const

export function WalletLoading() {
  return (
    <div className="wallet-body">
      <SkeletonGroup label={m.wallet_loading()}>
        <Skeleton className="wallet-skeleton__title" />
        {CARDS.map((card) => (
          <Skeleton key={card} className="wallet-skeleton__card" />
        ))}
      </SkeletonGroup>
    </div>
  )
}

function RetryLoading() {
  const { getState, send } = useRuntime()
  const isPending = useSite(isLoadWalletPending)
  return (
    <Button
      variant="primary"
      isPending={isPending}
      onPress={() => {
        send(loadWallet(getState()))
      }}
    >
      {m.wallet_retry()}
    </Button>
  )
}

export interface WalletNoteProps {
  readonly title: string
  readonly text: string
  readonly retries?: boolean
}

export function WalletNote({ title, text, retries = false }: WalletNoteProps) {
  return (
    <div className="wallet-body wallet-note" role="status">
      <h3>
        <TextRun>{title}</TextRun>
      </h3>
      <p>
        <TextRun>{text}</TextRun>
      </p>
      {retries && <RetryLoading />}
    </div>
  )
}

export function WalletRefusedNotice({ label, reference }: FailedCommand) {
  return (
    <div className="wallet-body wallet-note" role="alert">
      <h3>{m.wallet_refused_title()}</h3>
      <p>
        <TextRun>{`${m.wallet_refused_text()} ${commandMessage(label)()}`}</TextRun>
      </p>
      <Reference reference={reference} />
      <RetryLoading />
    </div>
  )
}

export function WalletForGuest() {
  const { dispatch } = useRuntime()
  return (
    <div className="wallet-body wallet-note">
      <h3>{m.wallet_guest_title()}</h3>
      <Button
        variant="primary"
        onPress={() => {
          dispatch({ _tag: "DialogOpened", dialog: "logIn" })
        }}
      >
        {m.header_log_in()}
      </Button>
      <PayByPhone />
    </div>
  )
}
