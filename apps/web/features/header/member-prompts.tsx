/** What a member is asked to do: verify the e-mail address, choose a name (product spec, section 2). */
import { Gift, UserPen } from "lucide-react"
import type { Member } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"

function ClaimPrompt() {
  const { brand, locale } = usePageFrame()
  const claim = useDialogOpener("claimCredits")
  return (
    <Button variant="quiet" wide {...claim}>
      <Gift size={18} aria-hidden="true" />
      {brand.welcomeCredits > 0
        ? m.claim_credits_prompt({ credits: formatCredits(brand.welcomeCredits, locale) })
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
      {!member.verified && <ClaimPrompt />}
      {member.profile?.showChangeUsername === true && <UsernamePrompt />}
    </>
  )
}
