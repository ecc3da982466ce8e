/**
 * The home page: the performers who are online. Guests see an introduction above them, and all visitors see below
 * them how credits work. Every statement on it is true today.
 */
"use no memo"

import { BadgeEuro, Hourglass, ShieldCheck } from "lucide-react"
import { Suspense } from "react"
import { memberOf } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useSite } from "../../runtime/react.tsx"
import { lazyPage } from "../site/lazy-page.tsx"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { VerificationPlace } from "../account/verification-place.tsx"
import "./home-page.css"

/**
 * The cards are in the server's HTML and work as links. Their script loads after the entry, and React hydrates the
 * list then; on the server the route loads the list before it renders.
 */
const Everybody = lazyPage(
  async () => (await import("../catalogue/catalogue.tsx")).EverybodysCatalogue,
)
export const preloadHomeGrid = Everybody.preload

function GuestHero() {
  const register = useDialogOpener("register")
  const logIn = useDialogOpener("logIn")
  return (
    <section className="home-hero">
      <div className="grid-width home-hero__columns">
        <div className="home-hero__words">
          <p className="home-hero__eyebrow">{m.site_adults_only()}</p>
          <h1 tabIndex={-1}>{m.home_heading()}</h1>
          <p className="home-hero__lead">{m.home_lead()}</p>
        </div>
        <div className="home-hero__actions needs-script">
          <Button variant="primary" {...register}>
            {m.home_sign_up()}
          </Button>
          <Button {...logIn}>{m.home_log_in()}</Button>
        </div>
      </div>
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
