/** A performer's texts: about-me in their own words, personal info as a list of facts (PROFILE-06). */
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { useLocale } from "../site/page-frame-context.tsx"
import { aboutFacts, personFacts, type ToldFact } from "./personal-info.ts"

function Facts({ facts, className }: { facts: ReadonlyArray<ToldFact>; className: string }) {
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

function AboutMe({ profile }: { readonly profile: PerformerProfile }) {
  const { description, motto } = profile.details
  const facts = aboutFacts(profile)
  if (description === null && motto === null && facts.length === 0) return null
  return (
    <section className="profile-area" aria-labelledby="profile-about">
      <h2 id="profile-about">{m.profile_about_heading()}</h2>
      {motto !== null && <blockquote className="about-me__motto">{motto}</blockquote>}
      {description !== null && <p className="about-me__description">{description}</p>}
      {facts.length > 0 && <Facts facts={facts} className="about-me__facts" />}
    </section>
  )
}

function PersonalInfo({ profile }: { readonly profile: PerformerProfile }) {
  const facts = personFacts(profile, useLocale())
  if (facts.length === 0) return null
  return (
    <section className="profile-area" aria-labelledby="profile-person">
      <h2 id="profile-person">{m.profile_person_heading()}</h2>
      <Facts facts={facts} className="personal-info" />
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
