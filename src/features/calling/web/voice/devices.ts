import type { AudioDevice, AudioDevices } from '../rules/callState.ts'
import type { ChosenDevices } from './voice.ts'

/** The name of whatever the system uses by default. */
const DEFAULT = 'default'

/** Some browsers have no choice of speakers: the system's own is then the one that there is. */
const hasChoiceOfSpeakers = () => 'setSinkId' in HTMLMediaElement.prototype

/** The microphones and speakers of this device; what was chosen before stays chosen while it is there. */
export async function audioDevices(chosen: ChosenDevices): Promise<AudioDevices> {
  const all = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
  const named = (kind: MediaDeviceKind, label: string): AudioDevice[] =>
    all
      .filter(device => device.kind === kind)
      // Before the microphone is allowed, browsers say that there is one, but not its name.
      .map((device, index) => ({ id: device.deviceId || DEFAULT, label: device.label || `${label} ${index + 1}` }))
  const input = named('audioinput', 'Microphone')
  const output = hasChoiceOfSpeakers()
    ? named('audiooutput', 'Speaker')
    : [{ id: DEFAULT, label: 'The system’s speaker' }]
  return { input, output, chosenInput: kept(input, chosen.input), chosenOutput: kept(output, chosen.output) }
}

const kept = (devices: readonly AudioDevice[], wanted: string | null): string | null =>
  (devices.find(({ id }) => id === wanted) ?? devices.find(({ id }) => id === DEFAULT) ?? devices[0])?.id ?? null
