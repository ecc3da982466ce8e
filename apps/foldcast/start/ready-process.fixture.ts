/** A process with the launcher's ready line; its arguments choose its behaviour. */
const [behaviour = "", ...rest] = process.argv.slice(2)

const ready = () =>
  process.stdout.write(`${JSON.stringify({ ready: true, url: "http://127.0.0.1:1" })}\n`)
const stay = () => setInterval(() => undefined, 1_000)

switch (behaviour) {
  case "stays":
    stay()
    ready()
    break
  case "ignores-sigterm":
    process.on("SIGTERM", () => undefined)
    stay()
    ready()
    break
  case "fails":
    process.stderr.write(`${rest.join(" ")}\n`)
    process.exit(3)
    break
  default:
    throw new Error(`unknown behaviour ${behaviour}`)
}
