import { describe, expect, it } from "vitest"
import type { OpenSession } from "@foldcast/contracts/queries/session"
import { passwordLengths } from "@foldcast/rules/password"
import { USERNAME_IN_PROMPT, USERNAME_IN_SETTINGS } from "@foldcast/rules/username"
import { emailFaults, passwordFaults, proofFaults, usernameFaults } from "./field-faults.ts"
import { OPEN_SESSIONS, sessionName } from "./open-sessions.ts"
import { shownSuggestions, suggestionsFor } from "./username-suggestions.ts"

describe("the settings' forms", () => {
  it("demand another address, typed twice alike [AUTH-58]", () => {
    const faults = emailFaults("anna@example.test", (typed) => typed)
    expect(faults({ email: "", repeatEmail: "", password: "" })).toEqual({
      email: "Vul je nieuwe e-mailadres in.",
      repeatEmail: "Herhaal je nieuwe e-mailadres.",
      password: "Vul je huidige wachtwoord in.",
    })
    const password = "geheim1"
    const same = { email: "Anna@Example.test", repeatEmail: "anna@example.test", password }
    expect(faults(same).email).toBe("Dit is al je e-mailadres. Vul een ander adres in.")
    const other = { email: "noor@example.test", repeatEmail: "nora@example.test", password }
    expect(faults(other)).toEqual({
      email: null,
      repeatEmail: "De e-mailadressen zijn niet gelijk.",
      password: null,
    })
  })

  it("demand the old password, a good new one and the same again [AUTH-53, AUTH-55, AUTH-56, AUTH-57]", () => {
    const good = { password: "geheim1", newPassword: "nieuw22", repeatNewPassword: "nieuw22" }
    const texts = (changed: Partial<typeof good>) =>
      passwordFaults(passwordLengths({ longPasswords: false }))({ ...good, ...changed })
    expect(texts({})).toEqual({ password: null, newPassword: null, repeatNewPassword: null })
    expect(texts({ password: "kort" }).password).toBe(
      "Je huidige wachtwoord heeft minstens 6 tekens.",
    )
    expect(texts({ newPassword: "geheim1" }).newPassword).toBe(
      "Kies een ander wachtwoord dan je huidige.",
    )
    expect(texts({ newPassword: "zonder" }).newPassword).toBe(
      "Je wachtwoord moet minstens één cijfer bevatten.",
    )
    expect(texts({ repeatNewPassword: "anders2" }).repeatNewPassword).toBe(
      "De wachtwoorden zijn niet gelijk.",
    )
  })

  it("have limits of their own for the prompt and for the settings [AUTH-61, AUTH-62]", () => {
    const inSettings = usernameFaults(USERNAME_IN_SETTINGS)
    const inPrompt = usernameFaults(USERNAME_IN_PROMPT)
    const longest = "a".repeat(32)
    expect(inSettings({ username: longest }).username).toBeNull()
    expect(inPrompt({ username: longest }).username).toBe("Deze gebruikersnaam is te lang.")
    expect(inPrompt({ username: longest.slice(1) }).username).toBeNull()
  })

  it.each([
    ["", "Kies een gebruikersnaam."],
    ["abc", "Deze gebruikersnaam is te kort. Gebruik minstens 4 tekens."],
    ["an na", "Gebruik alleen letters, cijfers, _ en -."],
    ["iAdmin", "Deze gebruikersnaam is niet toegestaan. Kies een andere."],
  ])("say what is wrong with the name %o [AUTH-60, AUTH-62, AUTH-63]", (username, text) => {
    expect(usernameFaults(USERNAME_IN_SETTINGS)({ username }).username).toBe(text)
  })

  it("demand the password where it is the proof, and none where a passkey is [PASSKEY-03]", () => {
    const byPassword = proofFaults((typed) => typed)
    expect(byPassword({ password: "" }).password).toBe("Vul je huidige wachtwoord in.")
    expect(byPassword({ password: "kort1" }).password).toBe(
      "Je huidige wachtwoord heeft minstens 6 tekens.",
    )
    expect(byPassword({ password: "geheim1" }).password).toBeNull()
    expect(proofFaults(() => null)({ password: "" }).password).toBeNull()
    const typed = { email: "noor@example.test", repeatEmail: "noor@example.test", password: "" }
    expect(emailFaults("anna@example.test", () => null)(typed).password).toBeNull()
  })
})

describe("username suggestions", () => {
  it("are the first three that the field accepts [AUTH-65]", () => {
    const names = ["anna1", "anna1", "x", "a".repeat(32), "anna2", "anna3", "anna4"]
    expect(shownSuggestions(names, USERNAME_IN_PROMPT)).toEqual(["anna1", "anna2", "anna3"])
    expect(shownSuggestions(names, USERNAME_IN_SETTINGS)).toEqual([
      "anna1",
      "a".repeat(32),
      "anna2",
    ])
  })

  it("are asked for without telling the log which name was typed", () => {
    expect(suggestionsFor("anna")).toMatchObject({
      path: "/api/username-suggestions?username=anna",
      key: "/api/username-suggestions",
    })
    expect(suggestionsFor("anna").read({ suggestions: ["anna1", 7] })).toEqual(["anna1"])
    expect(suggestionsFor("anna").read("not found")).toBeNull()
  })
})

describe("the answer about open sessions", () => {
  const session = {
    id: "session-0001",
    isCurrent: true,
    startedAt: 1,
    lastSeenAt: 2,
    browser: "Firefox",
    system: null,
  }

  it("is read whole or not at all", () => {
    expect(OPEN_SESSIONS.read({ sessions: [session] })).toEqual([session])
    expect(OPEN_SESSIONS.read({ sessions: [session, { id: "session-0002" }] })).toBeNull()
    expect(OPEN_SESSIONS.read([])).toBeNull()
  })

  it("names each by what is known of it", () => {
    expect(sessionName(session as OpenSession)).toBe("Firefox op onbekend systeem")
    expect(sessionName({ ...session, browser: null, system: "Linux" } as OpenSession)).toBe(
      "Onbekende browser op Linux",
    )
  })
})
