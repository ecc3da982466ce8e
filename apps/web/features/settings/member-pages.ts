/**
 * The pages under /settings as one chunk: separate chunks would add their names, and those of their shared parts,
 * to the script of every page.
 */
export { CreditsPage } from "../credits/credits-page.tsx"
export { SettingsPage } from "./settings-page.tsx"
