/** The button of the member menu; the menu itself is prefetched on approach. */
"use no memo"

import { useRef } from "react"
import type { Member } from "@foldcast/folds/account"
import { openDialog } from "@foldcast/folds/dialogs"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"

const memberMenu = lazyOverlay(async () => (await import("./member-menu.tsx")).MemberMenu)

export function MemberMenuButton({ member }: { readonly member: Member }) {
  const { dispatch } = useRuntime()
  const trigger = useRef<HTMLButtonElement>(null)
  const isOpen = useSite(openDialog) === "memberMenu"
  const Menu = memberMenu.Component
  return (
    <>
      <IconButton
        ref={trigger}
        label={m.header_member_menu({ name: member.username })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onHoverStart={memberMenu.approach}
        onFocus={memberMenu.approach}
        onPress={() => {
          dispatch({ _tag: "DialogOpened", dialog: "memberMenu" })
        }}
      >
        <span className="member-avatar" aria-hidden="true">
          {member.username.slice(0, 1)}
        </span>
      </IconButton>
      {isOpen && (
        <LazyBoundary
          isOpen
          onClose={() => {
            dispatch({ _tag: "DialogClosed", dialog: "memberMenu" })
          }}
        >
          <Menu member={member} triggerRef={trigger} />
        </LazyBoundary>
      )}
    </>
  )
}
