/**
 * The home page: the performers who are online. Guests see an introduction above them, and all visitors see below
 * them how credits work. Every statement on it is true today.
 */
"use no memo"

import { BadgeEuro, Hourglass, ShieldCheck, X } from "lucide-react"
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
 * The cards are in the server's HTML and work as links. Their script loads after the entry, and React hydrates the
 * list then; on the server the route loads the list before it renders.
 */
const Everybody = lazyPage(
  async () => (await import("../catalogue/catalogue.tsx")).EverybodysCatalogue,
)
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

function HowCreditsWork() {
  const steps = [
    { Icon: Hourglass, heading: m.home_how_minute_heading(), text: m.home_how_minute() },
    { Icon: ShieldCheck, heading: m.home_how_prepaid_heading(), text: m.home_how_prepaid() },
    { Icon: BadgeEuro, heading: m.home_how_price_heading(), text: m.home_how_price() },
  ]
  return (
    <section className="grid-width home-how" aria-labelledby="how-credits-work">
      <h2 id="how-credits-work">{m.home_how_heading()}</h2>
      <ul className="home-how__list">
        {steps.map(({ Icon, heading, text }) => (
          <li key={heading} className="home-how__item">
            <Icon size={24} aria-hidden="true" className="home-how__icon" />
            <h3>{heading}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function HomePage() {
  const isGuest = useSite(memberOf) === null
  return (
    <>
      <VerificationPlace>{isGuest ? <GuestHero /> : <MemberHeading />}</VerificationPlace>
      <div className="grid-width home-grid">
        <Suspense fallback={<div className="home-grid__coming" />}>
          <Everybody />
        </Suspense>
      </div>
      <HowCreditsWork />
    </>
  )
}
