/** What the performers are filtered by. They come with the catalogue. */
import { m } from "@foldcast/messages/messages"
import { Drawer } from "@foldcast/ui/dialog.tsx"

export interface FiltersDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function FiltersDrawer({ isOpen, onClose }: FiltersDrawerProps) {
  return (
    <Drawer
      isOpen={isOpen}
      title={m.filters_title()}
      closeLabel={m.filters_close()}
      onClose={onClose}
    >
      <p className="main-navigation__no-filters">{m.filters_empty()}</p>
    </Drawer>
  )
}
