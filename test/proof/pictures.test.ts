/**
 * Every state of a room and of the player in both variants; `npm test` checks one variant of each. They belong to
 * the browser's TypeScript program, so their types are not available here.
 */
for (const name of ["player", "room"]) {
  const file = new URL(`../visual/${name}-states.screen.test.ts`, import.meta.url)
  await import(/* @vite-ignore */ file.pathname)
}
