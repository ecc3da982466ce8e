/** A step of `npm run check`: a name, the checked property, and the check itself. */
import { type CommandResult, runCommand } from "../run-command.ts"

export interface CheckStep {
  readonly name: string
  /** The property that holds when the step passes. */
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

/** A step that lists findings, one sentence each; it passes with an empty list. */
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
