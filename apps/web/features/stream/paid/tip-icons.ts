/** The icon of each listed tip (CHAT-47). Total. */
import {
  Feather,
  Flame,
  Gift,
  Heart,
  type LucideIcon,
  Martini,
  Rose,
  Smile,
  Waves,
  Wind,
  Zap,
} from "lucide-react"
import type { TipIcon } from "@foldcast/contracts/chat-rules"

export const TIP_ICONS: Readonly<Record<TipIcon, LucideIcon>> = {
  smile: Smile,
  rose: Rose,
  glass: Martini,
  heart: Heart,
  gift: Gift,
  feather: Feather,
  wind: Wind,
  waves: Waves,
  flame: Flame,
  bolt: Zap,
}
