/**
 * The log file of one process of the site: each line at once, at most two files of a bounded size. A full disk
 * only loses lines; their number is logged when writing works again.
 *
 * Invariant: nothing here throws, because the launcher holds the whole site.
 */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs"
import { restrictToOwner, OWNER_ONLY_FILE } from "@foldcast/gateway/log/owner-only"

/** A longer log is rotated and replaces the previous rotated one. */
const MAX_LOG_BYTES = 10 * 1_048_576

interface OpenLog {
  readonly descriptor: number
  bytes: number
}

export class ProcessLog {
  readonly #file: string
  readonly #maxBytes: number
  #open: OpenLog | null = null
  #lost = 0

  constructor(file: string, maxBytes = MAX_LOG_BYTES) {
    this.#file = file
    this.#maxBytes = maxBytes
  }

  write(line: string): void {
    try {
      const missing = this.#lost === 0 ? "" : `${this.#lost} lines could not be written.\n`
      this.#append(`${missing}${line}\n`)
      this.#lost = 0
    } catch {
      this.#lost += 1
      this.#close()
    }
  }

  #append(text: string): void {
    const log = this.#ready()
    const bytes = Buffer.from(text)
    let written = 0
    while (written < bytes.length) written += writeSync(log.descriptor, bytes, written)
    log.bytes += bytes.length
  }

  #ready(): OpenLog {
    if (this.#open !== null && this.#open.bytes > this.#maxBytes) this.#putAside()
    this.#open ??= this.#openFile()
    if (this.#open.bytes > this.#maxBytes) {
      this.#putAside()
      this.#open = this.#openFile()
    }
    return this.#open
  }

  #openFile(): OpenLog {
    restrictToOwner(this.#file)
    const descriptor = openSync(this.#file, "a", OWNER_ONLY_FILE)
    return { descriptor, bytes: fstatSync(descriptor).size }
  }

  #putAside(): void {
    this.#close()
    renameSync(this.#file, `${this.#file}.1`)
    restrictToOwner(`${this.#file}.1`)
  }

  #close(): void {
    const open = this.#open
    this.#open = null
    try {
      if (open !== null) closeSync(open.descriptor)
    } catch {
      // The process's end closes it.
    }
  }
}
