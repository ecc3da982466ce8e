/**
 * The stream of a profile: what it is without script, and the whole of it as soon as its script has come, which
 * is fetched with the profile alone.
 */
import { useSyncExternalStore } from "react"
import { isOnline } from "@foldcast/rules/performer-status"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { ModeTabs } from "./chat/mode-tabs.tsx"
import { StagePlaceholder } from "./player/stage-placeholder.tsx"
import type { StreamProps } from "./stream-box.tsx"
// Their order is the cascade's: the stream's own, which places its parts, comes last.
import "./media/live-video.css"
import "./player/player.css"
import "./paid/paid.css"
import "./chat/chat.css"
import "./player/mini-player.css"
import "./cam-back/cam-back.css"
import "./stream.css"

const box = lazyOverlay<StreamProps>(async () => (await import("./stream-box.tsx")).StreamBox)

// With the profile's own script, before anybody is shown it.
if (typeof document !== "undefined") box.approach()

function StillStream({ profile, chatLocale, now }: StreamProps) {
  const { username, onlineStatus } = profile
  return (
    <section className="stream" aria-label={username}>
      <StagePlaceholder profile={profile} now={now} />
      <ModeTabs name={username} isOnline={isOnline(onlineStatus)} chatLocale={chatLocale} />
    </section>
  )
}

const whenArrived = (arrived: () => void) => {
  let isShown = true
  const wait = async () => {
    // Anew where it failed before anybody was shown the profile.
    box.approach()
    await box.arrival()
    if (isShown) arrived()
  }
  void wait()
  return () => {
    isShown = false
  }
}
const NOT_YET = () => false

export function Stream(props: StreamProps) {
  // Waited for here: what waits inside a boundary is shown a third of a second late, for React holds back what follows
  // on a fallback so that pages do not flicker. What the page came with is without script.
  const isDue = useSyncExternalStore(whenArrived, box.hasArrived, NOT_YET)
  const still = <StillStream {...props} />
  if (!isDue) return still
  return (
    <LazyBoundary fallback={still}>
      <box.Component {...props} />
    </LazyBoundary>
  )
}
