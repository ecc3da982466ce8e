/** The button that dismisses a notice. */
"use no memo"

import { X } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"

export function DismissButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <IconButton label={m.notification_dismiss()} onPress={onPress}>
      <X size={18} aria-hidden="true" />
    </IconButton>
  )
}
