import { describe, expect, it } from "vitest"
import { profile } from "../../screens/profile-pages.fixture.ts"
import { structuredJson } from "../site/structured-data.tsx"
import {
  describedPerson,
  profileDescription,
  sharedPicture,
  shortened,
} from "./person-description.ts"

const ORIGIN = "https://foldcast.test"
const URL_ = `${ORIGIN}/profile/Mila`
const told = (description: string | null) =>
  profile({ details: { ...profile().details, description } })

describe("a profile's description", () => {
  it("is the performer's own, cut to 160 characters at the end of a word", () => {
    const long = profileDescription("Mila", "Foldcast", told("Een lang verhaal. ".repeat(30)))
    expect(long.length).toBeLessThanOrEqual(160)
    expect(long).toMatch(/^Mila: Een lang verhaal\..* (?:Een|lang|verhaal)…$/u)
    expect(profileDescription("Mila", "Foldcast", told("Kort."))).toBe("Mila: Kort.")
  })

  it("is the site's own where she has none or nothing is loaded", () => {
    const own = profileDescription("Mila", "Foldcast", null)
    expect(own).toContain("Mila")
    expect(own.length).toBeLessThanOrEqual(160)
    expect(profileDescription("Mila", "Foldcast", told(" "))).toBe(own)
  })

  it("is cut even where no word ends", () => {
    expect(shortened("x".repeat(300))).toHaveLength(160)
  })
})

describe("a shared link to a profile", () => {
  it("has the picture for no-nude mode, 1200 by 630, or none", () => {
    expect(sharedPicture(profile(), ORIGIN)).toBe(
      `${ORIGIN}/media/mila/1200x630/snapshots/0-nonude.jpg`,
    )
    expect(sharedPicture(profile({ nonude: null }), ORIGIN)).toBeNull()
  })

  it("names its performer in JSON that no parser takes for markup", () => {
    const nasty = profile({ username: "</script><b>" })
    const json = structuredJson(
      describedPerson({ profile: nasty, description: "<i>", url: URL_, origin: ORIGIN }),
    )
    expect(json).not.toContain("<")
    const page: unknown = JSON.parse(json)
    expect(page).toMatchObject({
      "@context": "https://schema.org",
      "@type": "ProfilePage",
      mainEntity: {
        "@type": "Person",
        name: "</script><b>",
        description: "<i>",
        url: URL_,
        image: `${ORIGIN}/media/mila/1200x630/snapshots/0-nonude.jpg`,
        knowsLanguage: ["en", "nl", "da"],
      },
    })
  })
})
