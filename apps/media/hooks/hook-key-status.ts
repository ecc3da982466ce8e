/**
 * Whether the hooks take the key that the engine shows. 401 is their word for a key that they do not know: nobody
 * sees anything then, and only whoever runs the engine can mend it.
 */
const UNKNOWN_KEY = 401

export const HOOK_KEY_REJECTED = "the hooks do not know this engine's key (MEDIA_AUTH_KEY)"

export class HookKeyStatus {
  #isRejected = false

  get isRejected(): boolean {
    return this.#isRejected
  }

  /** Answers whether this answer refuses the key. */
  noteStatus(status: number): boolean {
    if (status === UNKNOWN_KEY) this.#isRejected = true
    // A hook that fails says nothing of the key.
    else if (status < 500) this.#isRejected = false
    return status === UNKNOWN_KEY
  }
}
