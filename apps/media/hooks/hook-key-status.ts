/**
 * Whether the hooks accept the engine's key. They answer 401 to a key that they do not know: then nobody sees anything, and
 * only whoever runs the engine can correct it.
 */
const KEY_UNKNOWN = 401

export const HOOK_KEY_REJECTED = "the hooks do not know this engine's key (MEDIA_AUTH_KEY)"

export class HookKeyStatus {
  #isRejected = false

  get isRejected(): boolean {
    return this.#isRejected
  }

  /** Answers whether this status rejects the key. */
  noteStatus(status: number): boolean {
    if (status === KEY_UNKNOWN) this.#isRejected = true
    // A failing hook has not looked at the key.
    else if (status < 500) this.#isRejected = false
    return status === KEY_UNKNOWN
  }
}
