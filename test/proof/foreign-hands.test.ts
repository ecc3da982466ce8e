/** Many drawn walks with foreign hands at work. It is of the browser's program, so that nothing here knows its types. */
const file = new URL("../hands/walk.test.ts", import.meta.url)
await import(/* @vite-ignore */ file.pathname)
