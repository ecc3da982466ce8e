/**
 * Many random walks with foreign hands at work, and every window and moment, of which a normal run tests only some.
 * They belong to the browser's TypeScript program, so their types are not available here.
 */
for (const name of ["walk", "windows", "translated-money"]) {
  const file = new URL(`../hands/${name}.test.ts`, import.meta.url)
  await import(/* @vite-ignore */ file.pathname)
}
