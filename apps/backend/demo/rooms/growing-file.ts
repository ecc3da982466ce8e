/** A file that is read while it is written, by any number of readers, each from its beginning. */
export class GrowingFile {
  readonly #parts: Array<Uint8Array> = []
  #isEnded = false
  #waiting: Array<() => void> = []

  static whole(bytes: Uint8Array): GrowingFile {
    const file = new GrowingFile()
    file.add(bytes)
    file.end()
    return file
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts)
  }

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes)
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  async *parts(): AsyncGenerator<Uint8Array> {
    for (let at = 0; ; at += 1) {
      while (at >= this.#parts.length && !this.#isEnded) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve))
      }
      const part = this.#parts[at]
      if (part === undefined) return
      yield part
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
