/** Speaks SMTP word by word, so that a test can send what no mail program would. */
import { connect } from "node:net"
import { createInterface } from "node:readline"

export interface Conversation {
  /** Says a line, and answers the last line of what comes back. */
  readonly say: (line: string) => Promise<string>
  readonly end: () => void
}

export const converse = async (address: string): Promise<Conversation> => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on("error", () => undefined)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  /** `250-…` goes on, `250 …` is the last; empty when the other side has gone. */
  const answer = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done === true) return ""
      if (/^\d{3} /u.test(value)) return value
    }
  }
  await answer()
  return {
    say: (line) => {
      socket.write(`${line}\r\n`)
      return answer()
    },
    end: () => socket.destroy(),
  }
}

/** Sends a mail as given; answers what was said to it. */
export const sendRaw = async (
  address: string,
  to: ReadonlyArray<string>,
  lines: ReadonlyArray<string>,
): Promise<string> => {
  const { say, end } = await converse(address)
  await say("EHLO test")
  await say("MAIL FROM:<site@foldcast.example>")
  for (const one of to) await say(`RCPT TO:<${one}>`)
  await say("DATA")
  const said = await say([...lines, "."].join("\r\n"))
  end()
  return said
}
