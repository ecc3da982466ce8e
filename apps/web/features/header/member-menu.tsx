/**
 * The member menu: greeting, balance with a link to the wallet, prompts, own pages, log-out. Profile and messages
 * have no entry (SHELL-37).
 */
import type { RefObject } from "react"
import type { Member } from "@foldcast/folds/account"
import { isMemberSourceInterrupted } from "@foldcast/folds/visit"
import { commandMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { Popover } from "@foldcast/ui/popover.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { isReachable } from "../connection/reachability.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { isLogOutPending, logOutFailure, selectBalance } from "../site/selectors.ts"
import { useWalletOpener } from "../wallet/use-wallet-opener.ts"
import { MemberLinks } from "./member-links.tsx"
import { MemberPrompts } from "./member-prompts.tsx"

export interface MemberMenuProps {
  readonly member: Member
  readonly triggerRef: RefObject<HTMLElement | null>
}

export function MemberMenu({ member, triggerRef }: MemberMenuProps) {
  const { dispatch, send } = useRuntime()
  const openWallet = useWalletOpener()
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const isUpdating = useSite(isMemberSourceInterrupted)
  const isLoggingOut = useSite(isLogOutPending)
  const failure = useSite(logOutFailure)
  const reachable = isReachable(useConnection())
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      label={m.header_member_menu({ name: member.username })}
      onClose={() => {
        dispatch({ _tag: "DialogClosed", dialog: "memberMenu" })
      }}
    >
      <div className="member-menu">
        <p className="member-menu__greeting">
          <TextRun>{m.member_greeting({ name: member.username })}</TextRun>
        </p>
        <div className="member-menu__balance">
          <span>{m.member_balance()}</span>
          {balance !== null && (
            <strong className="tabular" translate="no">
              {formatCredits(balance, locale)}
            </strong>
          )}
        </div>
        {isUpdating && <p className="member-menu__updating">{m.member_balance_updating()}</p>}
        <Button variant="primary" {...openWallet}>
          {m.member_buy_credits()}
        </Button>
        <MemberPrompts member={member} />
        <MemberLinks />
        {failure !== null && !isLoggingOut && (
          <Banner tone="danger">
            {`${m.member_log_out_failed()} ${commandMessage(failure)()}`}
          </Banner>
        )}
        <Button
          isPending={isLoggingOut}
          pendingLabel={m.member_logging_out()}
          isDisabled={!reachable && !isLoggingOut}
          onPress={() => {
            send({ _tag: "LogOut" })
          }}
        >
          {m.member_log_out()}
        </Button>
      </div>
    </Popover>
  )
}
