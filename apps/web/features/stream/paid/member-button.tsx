/**
 * A button for members: a guest who presses it is offered an account, and hears what for, unless it is off for
 * everybody.
 */
import { isMember } from "@foldcast/folds/account"
import { Button, type ButtonProps } from "@foldcast/ui/button.tsx"
import { askToLogInFor } from "../../../runtime/intent.ts"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import type { RoomAction } from "../../../runtime/stores/registered-for.ts"
import { useDialogOpener } from "../../site/use-dialog-opener.ts"

export interface MemberButtonProps extends Omit<ButtonProps, "onPress"> {
  readonly action: RoomAction
  /** The performer's. */
  readonly name: string
  /** What a member's press does. */
  readonly onMemberPress: () => void
}

export function MemberButton({ action, name, onMemberPress, ...look }: MemberButtonProps) {
  const runtime = useRuntime()
  const hasMember = useSite(isMember)
  const register = useDialogOpener("register")
  const marked = { ...look, "data-action": action }
  return hasMember || look["aria-disabled"] === true ? (
    <Button {...marked} onPress={onMemberPress} />
  ) : (
    <Button
      {...marked}
      {...register}
      onPress={() => {
        askToLogInFor({ _tag: "Room", action, name, isOffered: false }, runtime)
      }}
    />
  )
}
