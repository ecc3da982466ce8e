/**
 * The home page: the performers who are online. Guests see an introduction above them, and all visitors see below
 * them how credits work. Every statement on it is true today.
 */
"use no memo"

import { X } from "lucide-react"
import { Suspense, useRef } from "react"
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { lazyPage } from "../site/lazy-page.tsx"
import { VerificationPlace } from "../account/verification-place.tsx"
import { closeIntro } from "./intro.ts"
import "./home-page.css"

/**
 * The cards, and what stands below them, are in the server's HTML, and the cards work as links. Their script loads
 * after the entry, and React hydrates them then; on the server the route loads them before it renders.
 */
const Everybody = lazyPage(async () => (await import("./home-list.tsx")).HomeList)
export const preloadHomeGrid = Everybody.preload

/** Signing up is in the header of every page, so the introduction says what this is and no more. */
function GuestHero() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="grid-width home-hero">
      <div className="home-hero__words">
        <h1 ref={heading} tabIndex={-1}>
          {m.home_heading()}
        </h1>
        <p className="home-hero__lead">{m.home_lead()}</p>
      </div>
      <IconButton
        label={m.home_intro_close()}
        className="home-hero__close needs-script"
        onPress={() => {
          closeIntro()
          heading.current?.focus()
        }}
      >
        <X size={20} aria-hidden="true" />
      </IconButton>
    </section>
  )
}

function MemberHeading() {
  return (
    <div className="grid-width home-member">
      <h1 tabIndex={-1}>{m.home_member_heading()}</h1>
    </div>
  )
}

export function HomePage() {
  const isGuest = useSite(memberOf) === null
  return (
    <>
      <VerificationPlace>{isGuest ? <GuestHero /> : <MemberHeading />}</VerificationPlace>
      <Suspense fallback={<div className="home-grid__coming" />}>
        <Everybody />
      </Suspense>
    </>
  )
}
