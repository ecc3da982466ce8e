/**
 * The walk over the states of the site: a journey for each kind of visitor, each in one variant, so that any two of
 * language, theme, width and brand meet in one of them. The caller decides what happens at a state: screenshots.ts
 * photographs, snapshots.e2e.test.ts compares and checks for barriers.
 */
import type { Browser } from "playwright-core"
import type { World } from "../support/world.ts"
import { browseJourney } from "./journeys/browse.ts"
import { guestJourney } from "./journeys/guest.ts"
import { linksJourney } from "./journeys/links.ts"
import { newcomerJourney } from "./journeys/newcomer.ts"
import { partnerGuestJourney } from "./journeys/partner-guest.ts"
import { phoneBrowseJourney } from "./journeys/phone-browse.ts"
import { phoneWalletJourney } from "./journeys/phone-wallet.ts"
import { settingsJourney } from "./journeys/settings.ts"
import { walletJourney } from "./journeys/wallet.ts"
import { type Look, SceneStage, type Variant } from "./scene.ts"

export interface Journey {
  readonly name: string
  readonly variant: Variant
  /** Depends on no other journey. */
  readonly walk: (stage: SceneStage) => Promise<void>
}

export const JOURNEYS: ReadonlyArray<Journey> = [
  guestJourney,
  partnerGuestJourney,
  settingsJourney,
  newcomerJourney,
  linksJourney,
  walletJourney,
  phoneWalletJourney,
  browseJourney,
  phoneBrowseJourney,
]

export interface WalkWorld {
  readonly world: World
  readonly browser: Browser
}

export const walk = async (
  { variant, walk: steps }: Journey,
  ground: WalkWorld,
  look: Look,
): Promise<void> => {
  const stage = await SceneStage.open({ ...ground, look }, variant)
  try {
    await steps(stage)
  } finally {
    await stage.visitor.close()
  }
}
