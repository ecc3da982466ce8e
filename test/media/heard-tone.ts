/** The tone in the sound of a moving picture. */
import type { Locator } from "playwright-core"

/** Hertz; 0 if it is silent. */
export const heardTone = (picture: Locator): Promise<number> =>
  picture.evaluate(async (video: HTMLVideoElement) => {
    if (video.muted || !(video.srcObject instanceof MediaStream)) return 0
    const sound = new AudioContext()
    await sound.resume()
    const analyser = new AnalyserNode(sound, { fftSize: 8_192, smoothingTimeConstant: 0 })
    sound.createMediaStreamSource(video.srcObject).connect(analyser)
    const loudness = new Float32Array(analyser.frequencyBinCount)
    const filledAt = sound.currentTime + analyser.fftSize / sound.sampleRate
    while (sound.currentTime < filledAt) await new Promise(requestAnimationFrame)
    analyser.getFloatFrequencyData(loudness)
    const loudest = loudness.reduce(
      (best, level, at) => (level > (loudness[best] ?? 0) ? at : best),
      0,
    )
    const isSilent = (loudness[loudest] ?? -Infinity) < -60
    const { sampleRate } = sound
    await sound.close()
    return isSilent ? 0 : (loudest * sampleRate) / analyser.fftSize
  })
