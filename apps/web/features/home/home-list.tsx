/**
 * The home page below its heading: whom the visitor knows, all performers, and how credits work. Every statement on it
 * is true today.
 */
"use no memo"

import { BadgeEuro, Hourglass, ShieldCheck } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Catalogue } from "../catalogue/catalogue.tsx"
import { KnownRows } from "./known-rows.tsx"
import "./home-page.css"

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

export function HomeList() {
  return (
    <>
      <KnownRows />
      <div className="grid-width home-grid">
        <Catalogue category={null} />
      </div>
      <HowCreditsWork />
    </>
  )
}
