/** The buttons beside the picture for the previous and the next one. */
import { ChevronLeft, ChevronRight } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import type { Turn } from "./gallery.ts"
import { LightboxAction } from "./lightbox-action.tsx"

const SIDES = [
  { to: "previous", label: m.gallery_previous, Icon: ChevronLeft },
  { to: "next", label: m.gallery_next, Icon: ChevronRight },
] as const

export function LightboxTurns({ turn }: { readonly turn: (to: Turn) => void }) {
  return SIDES.map(({ to, label, Icon }) => (
    <LightboxAction
      key={to}
      label={label()}
      className={`lightbox__turn lightbox__turn--${to}`}
      onPress={() => {
        turn(to)
      }}
    >
      <Icon size={28} aria-hidden="true" />
    </LightboxAction>
  ))
}
