/**
 * The stream of a profile: a static version, rendered on the server, and the whole stream box as soon as its script has
 * loaded, which only profiles fetch.
 */
import { useState, useSyncExternalStore } from "react"
import { isOnline } from "@foldcast/rules/performer-status"
import { liftedPicture } from "../performers/lifted-picture.ts"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { ModeTabs } from "./chat/mode-tabs.tsx"
import { StagePlaceholder } from "./player/stage-placeholder.tsx"
import type { StreamProps } from "./stream-box.tsx"
// Their order is the cascade's: the stream's own, which places its parts, comes last.
import "./stage-tokens.css"
import "./media/live-video.css"
import "./player/player.css"
import "./paid/paid.css"
import "./chat/chat.css"
import "./player/mini-player.css"
import "./cam-back/cam-back.css"
import "./stream.css"

const box = lazyOverlay<StreamProps>(async () => (await import("./stream-box.tsx")).StreamBox)

// Fetched together with the profile's own script.
if (typeof document !== "undefined") box.approach()

function StaticStream({ profile, chatLocale, now }: StreamProps) {
  const { username, onlineStatus } = profile
  return (
    <section className="stream" data-live={isOnline(onlineStatus)} aria-label={username}>
      <div className="stream__main">
        <StagePlaceholder profile={profile} now={now} />
      </div>
      <ModeTabs name={username} isOnline={isOnline(onlineStatus)} chatLocale={chatLocale} />
    </section>
  )
}

/** Of one stage: a box that comes while a card becomes the stage waits, as the browser moves one element. */
const stageArrival = () => {
  let isDue = box.hasArrived()
  return {
    isDue: () => isDue,
    subscribe: (notify: () => void) => {
      let isShown = true
      const wait = async () => {
        // Fetched again if it failed earlier.
        box.approach()
        isDue &&= box.hasArrived()
        await box.arrival()
        await liftedPicture.landing
        isDue = true
        if (isShown) notify()
      }
      void wait()
      return () => {
        isShown = false
      }
    },
  }
}
const ON_SERVER = () => false

export function Stream(props: StreamProps) {
  // Not inside a boundary: React shows what follows a fallback a third of a second late. The server's markup has no
  // script.
  const [arrival] = useState(stageArrival)
  const isDue = useSyncExternalStore(arrival.subscribe, arrival.isDue, ON_SERVER)
  const still = <StaticStream {...props} />
  if (!isDue) return still
  return (
    <LazyBoundary fallback={still}>
      <box.Component {...props} />
    </LazyBoundary>
  )
}
