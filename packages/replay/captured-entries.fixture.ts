/** What a capture holds as the folds take it. For tests that fold it in other ways than the player. */
import type { LogEntry } from "@foldcast/folds/log-entry"
import { readCapture } from "./capture-file.ts"
import { logEntryOf } from "./part-fold.ts"

export const entriesOf = async (file: string): Promise<ReadonlyArray<LogEntry>> => {
  const found: Array<LogEntry> = []
  for await (const { captured } of readCapture(file))
    for (const each of captured) {
      const entry = logEntryOf(each)
      if (entry !== undefined) found.push(entry)
    }
  return found
}
