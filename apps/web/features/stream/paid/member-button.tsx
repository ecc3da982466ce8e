/** A button for members: a guest who presses it is offered an account, unless it is off for everybody. */
import { isMember } from "@foldcast/folds/account"
import { Button, type ButtonProps } from "@foldcast/ui/button.tsx"
import { useSite } from "../../../runtime/react.tsx"
import { useDialogOpener } from "../../site/use-dialog-opener.ts"

export interface MemberButtonProps extends Omit<ButtonProps, "onPress"> {
  /** What a member's press does. */
  readonly onMemberPress: () => void
}

export function MemberButton({ onMemberPress, ...look }: MemberButtonProps) {
  const hasMember = useSite(isMember)
  const register = useDialogOpener("register")
  return hasMember || look["aria-disabled"] === true ? (
    <Button {...look} onPress={onMemberPress} />
  ) : (
    <Button {...look} {...register} />
  )
}
