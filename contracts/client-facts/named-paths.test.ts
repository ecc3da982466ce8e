import { hash } from "node:crypto"
import { expect, it } from "vitest"
import { MAX_PATH } from "./path-bounds.ts"
import { keyNames, namelessKey, namelessParams, namelessPath } from "./named-paths.ts"

const digest = (text: string) => hash("sha256", text)
const path = (text: string) => namelessPath(text, digest)
const key = (text: string) => namelessKey(text, digest)

it("an address in the log keeps the site's own words and categories, in both languages", () => {
  for (const plain of [
    "/",
    "/en",
    "/nl/",
    "/en/toy-shows",
    "/settings",
    "/profile",
    "/en/messenger",
    "/messenger/new-conversation",
    "/en/messenger/new-conversation",
  ])
    expect(path(plain)).toBe(plain)
})

it.each(["profile", "messenger", "chat"])(
  "a name below /%s has one placeholder everywhere",
  (word) => {
    const written = ["Mila", "mila", "M%69la", "Mila/"]
    const standIn = path(`/${word}/Mila`).split("/").at(-1) ?? ""
    expect(standIn).toMatch(/^n_[0-9a-f]{22}$/u)
    for (const prefix of ["", "/nl", "/en"])
      for (const name of written)
        expect(path(`${prefix}/${word}/${name}`)).toBe(`${prefix}/${word}/${standIn}`)
    expect(namelessParams({ model: "Mila" }, digest)).toEqual({ model: standIn })
    expect(key("/api/performers/Mila?lang=en")).toBe(`/api/performers/${standIn}?lang=en`)
  },
)

it("an address takes for a name what no page of the site has, and what cannot be read", () => {
  for (const strange of [
    "/messenger/new-conversation/Mila",
    "/Profile/Mila",
    "//profile//Mila",
    "/profile/Mila/albums",
    "/en/profile/%E0%A4%A/Mila",
    "/profile/settings",
  ])
    expect(path(strange)).not.toMatch(/mila|albums|settings/iu)
  expect(path(`/profile/${"a/".repeat(1_019)}`).length).toBeLessThanOrEqual(MAX_PATH)
})

it("a resource in the log keeps the key of a list, and no name that it was asked by", () => {
  for (const plain of [
    "/api/categories",
    "/api/performers?lang=nl&page=1",
    "/api/performers?ids",
    "/api/performers/count?lang=nl",
    "/api/performers/autocomplete",
    "/api/sessions",
  ]) {
    expect(key(plain)).toBe(plain)
    expect(keyNames(plain)).toBe(false)
  }
  for (const named of [
    "/api/performers/Mila",
    "/api/albums/p_mila?lang=nl",
    "/api/albums/p_mila/milas",
  ]) {
    expect(keyNames(named)).toBe(true)
    expect(key(named)).not.toMatch(/mila/iu)
  }
})
