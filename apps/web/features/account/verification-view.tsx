/** The result of the link, in a dialog or on a page: the same texts and the same actions. */
import { CircleCheck, CircleX, MailCheck, RotateCw } from "lucide-react"
import { type ReactNode, useState } from "react"
import { isMember, memberOf } from "@foldcast/folds/account"
import { commandMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { holdPageAction } from "../../runtime/page-action.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { keepRoomIntent } from "../../runtime/room-intent-draft.ts"
import { registeredForStore } from "../../runtime/stores/registered-for.ts"
import { registeredFromStore } from "../../runtime/stores/registered-from.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { SiteLinkButton } from "../site/site-link-button.tsx"
import { WANTED } from "../site/intent-reason.tsx"
import { ResendActivationButton } from "./resend-activation.tsx"
import { useFocusOnMount } from "./use-focus-on-mount.ts"
import type { Verification } from "./use-verification.ts"
import { useWayBack, type WayBack } from "./way-back.ts"
import { creditsInWords } from "./welcome-amounts.ts"
import "./account.css"

const PROBLEM_ICON = "account-card__icon account-card__icon--problem"

interface Ways {
  readonly onDone: () => void
  /** A guest asks for a new link; the account is unknown until the guest logs in. */
  readonly onResendAsGuest: () => void
}

function Message({
  icon,
  heading,
  children,
}: {
  readonly icon: ReactNode
  readonly heading: string
  readonly children: ReactNode
}) {
  const title = useFocusOnMount<HTMLHeadingElement>()
  return (
    <div className="account-card">
      {icon}
      <h2 className="account-card__heading" tabIndex={-1} ref={title}>
        <TextRun>{heading}</TextRun>
      </h2>
      {children}
    </div>
  )
}

interface GoOnProps extends Pick<Ways, "onDone"> {
  readonly way: WayBack
}

function GoOn({ way, onDone }: GoOnProps) {
  const { drafts } = useRuntime()
  const [action] = useState(() => registeredForStore.read().value)
  const forget = () => {
    registeredFromStore.forget()
    registeredForStore.forget()
  }
  const goOn = () => {
    forget()
    onDone()
  }
  switch (way._tag) {
    case "Performer":
      return (
        <>
          {action !== null && (
            <p>
              <TextRun>{WANTED[action](way)}</TextRun>
            </p>
          )}
          <SiteLinkButton
            page="profile-model"
            params={{ model: way.name }}
            reloadDocument
            variant="primary"
            wide
            onClick={() => {
              forget()
              if (action !== null) {
                keepRoomIntent({ _tag: "Room", action, name: way.name, isOffered: true }, drafts)
              }
            }}
          >
            {m.verification_back_to({ name: way.name })}
          </SiteLinkButton>
        </>
      )
    case "Asking":
      return (
        <Button
          variant="primary"
          wide
          isPending
          pendingLabel={m.profile_return_asking({ name: way.name })}
        >
          {m.verification_go_on()}
        </Button>
      )
    case "Here":
      return (
        <Button variant="primary" wide onPress={goOn}>
          {m.verification_go_on()}
        </Button>
      )
  }
}

/** For a person who received the mail but did not register: they take over the account. */
function NotMe({ token, onDone }: { readonly token: string } & Pick<Ways, "onDone">) {
  const { dispatch } = useRuntime()
  return (
    <div className="account-card__actions">
      <p>{m.verification_not_me()}</p>
      <Button
        wide
        onPress={() => {
          onDone()
          holdPageAction({ _tag: "ResetPassword", token, password: null })
          dispatch({ _tag: "DialogOpened", dialog: "resetPassword" })
        }}
      >
        {m.verification_not_me_password()}
      </Button>
    </div>
  )
}

function OfAnother({ onDone }: Pick<Ways, "onDone">) {
  const { send } = useRuntime()
  const member = useSite(memberOf)
  return (
    <Message
      icon={<CircleCheck size={40} aria-hidden="true" className="account-card__icon" />}
      heading={m.verification_done_heading()}
    >
      <p>
        <TextRun>{m.verification_of_another({ name: member?.username ?? "" })}</TextRun>
      </p>
      <div className="account-card__actions">
        <Button variant="primary" wide onPress={onDone}>
          {m.verification_go_on()}
        </Button>
        <Button
          wide
          onPress={() => {
            onDone()
            send({ _tag: "LogOut" })
          }}
        >
          {m.verification_of_another_log_out()}
        </Button>
      </div>
    </Message>
  )
}

interface SucceededProps extends GoOnProps {
  readonly credits: number
  readonly takeOver: string | null
  readonly isEmailChanged: boolean
}

function Succeeded({ credits, takeOver, isEmailChanged, way, onDone }: SucceededProps) {
  const { dispatch } = useRuntime()
  const { locale } = usePageFrame()
  return (
    <Message
      icon={<CircleCheck size={40} aria-hidden="true" className="account-card__icon" />}
      heading={m.verification_done_heading()}
    >
      {isEmailChanged && <p>{m.verification_email_changed()}</p>}
      <p>
        {credits > 0
          ? m.verification_done_credits(creditsInWords(credits, locale))
          : m.verification_done()}
      </p>
      <div className="account-card__actions">
        <GoOn way={way} onDone={onDone} />
        <Button
          wide
          onPress={() => {
            onDone()
            dispatch({ _tag: "WalletOpened" })
          }}
        >
          {m.verification_add_more()}
        </Button>
      </div>
      {takeOver !== null && <NotMe token={takeOver} onDone={onDone} />}
    </Message>
  )
}

/** Opening the link is no consent: mail scanners open links too (ADR 0048). */
function Asking({ moves, onPress }: { readonly moves: boolean; readonly onPress: () => void }) {
  const { brand } = usePageFrame()
  const member = useSite(memberOf)
  const text = moves
    ? m.verification_move({ brand: brand.name })
    : member === null
      ? m.verification_ask({ brand: brand.name })
      : m.verification_ask_member({ brand: brand.name, name: member.username })
  return (
    <Message
      icon={<MailCheck size={40} aria-hidden="true" className="account-card__icon" />}
      heading={moves ? m.verification_move_heading() : m.verification_ask_heading()}
    >
      <p>
        <TextRun>{text}</TextRun>
      </p>
      <Button variant="primary" wide onPress={onPress}>
        {moves ? m.verification_move_submit() : m.verification_ask_submit()}
      </Button>
      <p>{m.verification_ask_not_me()}</p>
    </Message>
  )
}

function Expired({ onResendAsGuest }: Pick<Ways, "onResendAsGuest">) {
  const isKnown = useSite(isMember)
  return (
    <Message
      icon={<CircleX size={40} aria-hidden="true" className={PROBLEM_ICON} />}
      heading={m.verification_expired_heading()}
    >
      <p>
        <TextRun>{isKnown ? m.verification_expired() : m.verification_expired_guest()}</TextRun>
      </p>
      <ResendActivationButton variant="primary" {...(!isKnown && { onPress: onResendAsGuest })} />
    </Message>
  )
}

export function VerificationView({
  verification: { outcome, isOffline, retry, press, moves, takeOver, isEmailChanged },
  ...ways
}: Ways & { readonly verification: Verification }) {
  const way = useWayBack()
  switch (outcome._tag) {
    case "Asking":
      return <Asking moves={moves} onPress={press} />
    case "Validating":
      return (
        <div className="account-card account-card--waiting" role="status">
          <Spinner />
          <TextRun>{isOffline ? m.verification_offline() : m.verification_validating()}</TextRun>
        </div>
      )
    case "Succeeded":
      return (
        <Succeeded
          credits={outcome.credits}
          takeOver={takeOver}
          isEmailChanged={isEmailChanged}
          way={way}
          onDone={ways.onDone}
        />
      )
    case "OfAnother":
      return <OfAnother onDone={ways.onDone} />
    case "Expired":
      return <Expired onResendAsGuest={ways.onResendAsGuest} />
    case "Verified":
      return (
        <Message
          icon={<CircleCheck size={40} aria-hidden="true" className="account-card__icon" />}
          heading={m.verification_verified_heading()}
        >
          <p>
            <TextRun>{m.verification_verified()}</TextRun>
          </p>
          <Button variant="primary" wide onPress={ways.onDone}>
            {m.verification_go_on()}
          </Button>
        </Message>
      )
    case "Unanswered":
      return (
        <Message
          icon={<RotateCw size={40} aria-hidden="true" className={PROBLEM_ICON} />}
          heading={m.verification_unanswered_heading()}
        >
          <p>
            <TextRun>{commandMessage(outcome.label)()}</TextRun>
          </p>
          <Button variant="primary" wide onPress={retry}>
            {m.verification_retry()}
          </Button>
        </Message>
      )
  }
}
