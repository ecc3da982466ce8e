/**
 * The pages under /settings, fetched as one: each by itself would add its name, and those of what they share, to the
 * script of every page.
 */
export { CreditsPage } from "../credits/credits-page.tsx"
export { SettingsPage } from "./settings-page.tsx"
