/**
 * A performer's texts: about-me in their own words, personal info as a list of facts (PROFILE-06). Of many facts the
 * first are shown, and the others are folded away: they are in the page for who searches.
 */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { useLocale } from "../site/page-frame-context.tsx"
import { aboutFacts, personFacts, type ToldFact } from "./personal-info.ts"

/** How many facts stand open; where only one more is left, it stands with them. */
const OPEN_FACTS = 6

interface FactsProps {
  readonly facts: ReadonlyArray<ToldFact>
  readonly className: string
}

function FactList({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(({ id, label, value }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Facts({ facts, className, name }: FactsProps & { readonly name: string }) {
  if (facts.length <= OPEN_FACTS + 1) return <FactList facts={facts} className={className} />
  return (
    <>
      <FactList facts={facts.slice(0, OPEN_FACTS)} className={className} />
      <details className="more-facts">
        <summary>{m.profile_more_facts({ name })}</summary>
        <FactList facts={facts.slice(OPEN_FACTS)} className={className} />
      </details>
    </>
  )
}

function AboutMe({ profile }: { readonly profile: PerformerProfile }) {
  const { description, motto } = profile.details
  const facts = aboutFacts(profile)
  if (description === null && motto === null && facts.length === 0) return null
  return (
    <section className="profile-area" aria-labelledby="profile-about">
      <h2 id="profile-about">{m.profile_about_heading()}</h2>
      {motto !== null && <blockquote className="about-me__motto">{motto}</blockquote>}
      {description !== null && <p className="about-me__description">{description}</p>}
      {facts.length > 0 && <FactList facts={facts} className="about-me__facts" />}
    </section>
  )
}

function PersonalInfo({ profile }: { readonly profile: PerformerProfile }) {
  const facts = personFacts(profile, useLocale())
  if (facts.length === 0) return null
  return (
    <section className="profile-area" aria-labelledby="profile-person">
      <h2 id="profile-person">{m.profile_person_heading()}</h2>
      <Facts facts={facts} className="personal-info" name={profile.username} />
    </section>
  )
}

export function InfoArea({ profile }: { readonly profile: PerformerProfile }) {
  return (
    <div className="profile-info" data-area="info">
      <AboutMe profile={profile} />
      <PersonalInfo profile={profile} />
    </div>
  )
}
