/**
 * Offers again what a visitor wanted in a room before the account or the credits were there (ADR 0065). It leads to
 * the control with its price and begins nothing.
 */
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { wantIntent } from "../../../runtime/intent.ts"
import type { RoomAction } from "../../../runtime/stores/registered-for.ts"
import { WANTED } from "../../site/intent-reason.tsx"
import { DismissButton } from "../../site/dismiss-button.tsx"
import { SiteLinkButton } from "../../site/site-link-button.tsx"
import { useRoomIntent } from "./use-room-intent.ts"

/** On a phone the listed tips are in their window alone: the first that is drawn. */
const showControl = (action: RoomAction) => {
  const control = [...document.querySelectorAll<HTMLElement>(`[data-action="${action}"]`)].find(
    (one) => one.getClientRects().length > 0,
  )
  control?.scrollIntoView({ block: "center" })
  control?.focus({ preventScroll: true })
}

const drop = () => {
  wantIntent(null)
}

export interface IntentOfferProps {
  readonly room: RoomState
  /** The performer's whose room it is. */
  readonly name: string
  /** Whether the page shows the stream of this room, with its controls. */
  readonly hasBox: boolean
}

export function IntentOffer({ room, name, hasBox }: IntentOfferProps) {
  const intent = useRoomIntent(room, name)
  if (intent === null) return null
  const isHere = hasBox && intent.name === name
  const go = isHere ? (
    <Button
      onPress={() => {
        showControl(intent.action)
        drop()
      }}
    >
      {m.wanted_go_on()}
    </Button>
  ) : (
    <SiteLinkButton page="profile-model" params={{ model: intent.name }}>
      {m.verification_back_to({ name: intent.name })}
    </SiteLinkButton>
  )
  return (
    <Banner
      tone="info"
      action={
        <>
          {go}
          <DismissButton onPress={drop} />
        </>
      }
    >
      {WANTED[intent.action](intent)}
    </Banner>
  )
}
