/**
 * Many drawn walks with foreign hands at work, and every window and moment of which each run tries some. They are of the
 * browser's program, so that nothing here knows their types.
 */
for (const name of ["walk", "windows", "translated-money"]) {
  const file = new URL(`../hands/${name}.test.ts`, import.meta.url)
  await import(/* @vite-ignore */ file.pathname)
}
