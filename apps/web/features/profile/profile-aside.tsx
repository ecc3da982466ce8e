/** A summary beside the stream: rating, age, languages, toy. */
import { Cake, Languages, type LucideIcon, Star, Vibrate } from "lucide-react"
import type { ReactNode } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { formatPercentage } from "@foldcast/messages/number-formats"
import { hasToy } from "@foldcast/rules/performer-status"
import { useLocale } from "../site/page-frame-context.tsx"
import { spokenLanguages } from "../performers/spoken-languages.ts"
import { ShareButton } from "./share-button.tsx"

function Fact({ Icon, children }: { readonly Icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <li>
      <Icon size={18} aria-hidden="true" />
      <span>{children}</span>
    </li>
  )
}

export function ProfileAside({ profile }: { readonly profile: PerformerProfile }) {
  const locale = useLocale()
  const { username: name, rating, age, languages, cybertoy } = profile
  return (
    <aside
      className="profile-aside ui-raised"
      data-area="aside"
      aria-label={m.profile_aside({ name })}
    >
      <ul>
        <Fact Icon={Star}>{m.profile_rating({ rating: formatPercentage(rating, locale) })}</Fact>
        {age > 0 && <Fact Icon={Cake}>{m.card_age({ age })}</Fact>}
        {languages.length > 0 && (
          <Fact Icon={Languages}>
            {m.card_speaks({ languages: spokenLanguages(languages, locale) })}
          </Fact>
        )}
        {hasToy(cybertoy) && <Fact Icon={Vibrate}>{m.profile_toy()}</Fact>}
      </ul>
      <ShareButton name={name} />
    </aside>
  )
}
