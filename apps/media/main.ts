/** The media engine as a process. Its ready line is `{"ready":true,"url":…}`. */
import { runProcess } from "@foldcast/settings/run-process"
import { readMediaConfig } from "./config.ts"
import { startMedia } from "./media.ts"

await runProcess(readMediaConfig(process.env), startMedia, ({ url }) => ({ url }))
