/** A step of `npm run check`: a name, what it holds, and how it is found out. */
import { type CommandResult, runCommand } from "../run-command.ts"

export interface CheckStep {
  readonly name: string
  /** What is true when the step passes. */
  readonly holds: string
  readonly run: () => Promise<CommandResult>
}

export const commandStep = (
  name: string,
  holds: string,
  command: string,
  args: ReadonlyArray<string>,
): CheckStep => ({ name, holds, run: () => runCommand(command, args) })

/** `projects`: folders with a tsconfig.json, checked one after the other. */
export const typesStep = (
  name: string,
  holds: string,
  projects: ReadonlyArray<string>,
): CheckStep => ({
  name,
  holds,
  run: async () => {
    const results: Array<CommandResult> = []
    for (const project of projects) results.push(await runCommand("tsc", ["-p", project]))
    return {
      ok: results.every(({ ok }) => ok),
      output: results.map(({ output }) => output).join(""),
    }
  },
})

/** A step that lists what is wrong, one sentence each; an empty list passes. */
export const findingStep = (
  name: string,
  holds: string,
  findings: () => ReadonlyArray<string> | Promise<ReadonlyArray<string>>,
): CheckStep => ({
  name,
  holds,
  run: async () => {
    const found = await findings()
    return { ok: found.length === 0, output: found.join("\n") }
  },
})
