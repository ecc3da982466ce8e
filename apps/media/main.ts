/** The media engine as a process. Its ready line is `{"ready":true,"url":…}`. */
import { runProcess } from "@foldcast/settings/run-process"
import { readMediaConfig } from "./config.ts"
import { startMedia } from "./media.ts"
import { catchUnhandled } from "./unhandled-errors.ts"

await runProcess(
  readMediaConfig(process.env),
  async (config) => {
    const media = await startMedia(config)
    catchUnhandled(media.unhandledErrors)
    return media
  },
  ({ url }) => ({ url }),
)
