/** The camera and microphone that the performer lets the page use. */

export interface ChosenDevices {
  /** The browser's ids; "" where none was chosen. */
  readonly camera: string
  readonly microphone: string
}

const SIZE: MediaTrackConstraints = { width: { ideal: 1_280 }, height: { ideal: 720 } }

const chosen = (deviceId: string): MediaTrackConstraints =>
  deviceId === "" ? {} : { deviceId: { exact: deviceId } }

const isNamed = (error: unknown, name: string): boolean =>
  error instanceof DOMException && error.name === name

/** Rejects where the user refuses, and where there is no camera. Without a microphone it is a picture alone. */
export const openDevices = async ({ camera, microphone }: ChosenDevices): Promise<MediaStream> => {
  const video = { ...SIZE, ...chosen(camera) }
  const audio = microphone === "" ? true : chosen(microphone)
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio })
  } catch (error) {
    if (!isNamed(error, "NotFoundError")) throw error
    return navigator.mediaDevices.getUserMedia({ video })
  }
}

export const isPermissionDenied = (error: unknown): boolean => isNamed(error, "NotAllowedError")

export const stopDevices = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Fills a select with the devices of one kind and selects the one that `track` comes from. */
export const listDevices = (
  select: HTMLSelectElement,
  devices: ReadonlyArray<MediaDeviceInfo>,
  track: MediaStreamTrack | undefined,
): void => {
  select.replaceChildren(...devices.map(({ label, deviceId }) => new Option(label, deviceId)))
  select.value = track?.getSettings().deviceId ?? ""
}
