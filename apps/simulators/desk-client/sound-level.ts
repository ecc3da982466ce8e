/** Shows on a meter how loud the microphone is: silence is 0, full level 1. */

const MEASURE_EVERY_MS = 100

const peakOf = (samples: Float32Array): number =>
  samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)

export class SoundLevel {
  readonly #meter: HTMLMeterElement
  #context: AudioContext | null = null
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(meter: HTMLMeterElement) {
    this.#meter = meter
  }

  /** Null: nothing is measured any more. */
  measure(stream: MediaStream | null): void {
    clearInterval(this.#timer)
    void this.#context?.close()
    this.#context = null
    this.#meter.value = 0
    if (stream === null || stream.getAudioTracks().length === 0) return
    const context = new AudioContext()
    this.#context = context
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    this.#timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      this.#meter.value = peakOf(samples)
    }, MEASURE_EVERY_MS)
  }
}
