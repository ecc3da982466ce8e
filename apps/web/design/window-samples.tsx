/** What opens over the page, each by its button. */
import { type ReactNode, type RefObject, useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { Dialog, Drawer } from "@foldcast/ui/dialog.tsx"
import { Menu, MenuLink } from "@foldcast/ui/menu.tsx"
import { Popover } from "@foldcast/ui/popover.tsx"
import { Sample } from "./sample.tsx"

interface Opened {
  readonly isOpen: boolean
  readonly close: () => void
  readonly trigger: RefObject<HTMLButtonElement | null>
}

function Opener({
  name,
  children,
}: {
  readonly name: string
  readonly children: (opened: Opened) => ReactNode
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <Sample state={name}>
      <Button
        ref={trigger}
        onPress={() => {
          setOpen(true)
        }}
      >
        {name}
      </Button>
      {children({ isOpen, trigger, close: () => setOpen(false) })}
    </Sample>
  )
}

function Content({ close }: { readonly close: () => void }) {
  return (
    <div className="design-window">
      <p>{m.consent_reason()}</p>
      <Button variant="primary" onPress={close}>
        {m.pay_success_close()}
      </Button>
    </div>
  )
}

export function WindowSamples() {
  const title = m.consent_title()
  return (
    <>
      <Opener name="dialog">
        {({ isOpen, close }) => (
          <Dialog isOpen={isOpen} title={title} closeLabel={m.account_close()} onClose={close}>
            <Content close={close} />
          </Dialog>
        )}
      </Opener>
      <Opener name="drawer">
        {({ isOpen, close }) => (
          <Drawer isOpen={isOpen} title={title} closeLabel={m.account_close()} onClose={close}>
            <Content close={close} />
          </Drawer>
        )}
      </Opener>
      <Opener name="question">
        {({ isOpen, close }) => (
          <AlertDialog isOpen={isOpen} title={title} onEscape={close}>
            <Content close={close} />
          </AlertDialog>
        )}
      </Opener>
      <Opener name="popover">
        {({ isOpen, close, trigger }) => (
          <Popover triggerRef={trigger} isOpen={isOpen} onClose={close} label={title}>
            <Content close={close} />
          </Popover>
        )}
      </Opener>
      <Opener name="menu">
        {({ isOpen, close, trigger }) => (
          <Menu triggerRef={trigger} isOpen={isOpen} onClose={close} label={title}>
            <MenuLink id="nl" href="#windows" isCurrent>
              Nederlands
            </MenuLink>
            <MenuLink id="en" href="#windows" isCurrent={false}>
              English
            </MenuLink>
          </Menu>
        )}
      </Opener>
    </>
  )
}
