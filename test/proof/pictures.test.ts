/**
 * Every state of a room and of the player in both variants, of which `npm test` looks at one each. They are of the
 * browser's program, so that nothing here knows their types.
 */
for (const name of ["player", "room"]) {
  const file = new URL(`../visual/${name}-states.screen.test.ts`, import.meta.url)
  await import(/* @vite-ignore */ file.pathname)
}
