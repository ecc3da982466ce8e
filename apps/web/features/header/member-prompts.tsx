/** Prompts for a member: verify the e-mail address, choose a name (SHELL-32, SHELL-36). */
"use no memo"

import { Gift, MailCheck, UserPen } from "lucide-react"
import type { Member } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { creditsDue } from "../account/welcome-amounts.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"

function ClaimPrompt({ member }: { readonly member: Member }) {
  const { brand, locale } = usePageFrame()
  const credits = creditsDue(brand, member)
  const claim = useDialogOpener("claimCredits")
  const Icon = credits > 0 ? Gift : MailCheck
  return (
    <Button variant="quiet" wide {...claim}>
      <Icon size={18} aria-hidden="true" />
      {credits > 0
        ? m.claim_credits_prompt({ credits: formatCredits(credits, locale) })
        : m.claim_credits_prompt_none()}
    </Button>
  )
}

function UsernamePrompt() {
  const choose = useDialogOpener("changeUsername")
  return (
    <Button variant="quiet" wide {...choose}>
      <UserPen size={18} aria-hidden="true" />
      {m.member_change_username()}
    </Button>
  )
}

export function MemberPrompts({ member }: { readonly member: Member }) {
  return (
    <>
      {!member.verified && <ClaimPrompt member={member} />}
      {member.profile?.showChangeUsername === true && <UsernamePrompt />}
    </>
  )
}
