/** Simulates a browser that requires a gesture: nothing plays before the first press. */
export const REFUSE_AUTOPLAY = `
  let isPressed = false
  addEventListener("pointerdown", () => { isPressed = true }, { capture: true })
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function () {
    if (isPressed) return play.call(this)
    this.autoplay = false
    this.pause()
    return Promise.reject(new DOMException("not allowed", "NotAllowedError"))
  }
`
