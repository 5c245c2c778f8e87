import { NO_INPUT } from '../rules/callState.ts'

/** What the microphone hears; refused in the words of the specification. */
export async function microphone(deviceId: string | null): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: deviceId && deviceId !== 'default' ? { deviceId: { exact: deviceId } } : true,
    })
  } catch {
    throw new Error(NO_INPUT)
  }
}

const KEY_MS = 120
/** The notes of a keypad: a row and a column for each key. */
const rows = [697, 770, 852, 941]
const keyColumns = [1209, 1336, 1477]
const KEYS = '123456789*0#'

/** Plays the tone of a key. */
export function playKey(keys: string): void {
  const at = KEYS.indexOf(keys)
  const [low, high] = [rows[Math.floor(at / 3)], keyColumns[at % 3]]
  if (at < 0 || low === undefined || high === undefined) return
  const stop = playNotes([low, high], 0.06)
  setTimeout(stop, KEY_MS)
}

/** The two notes of a telephone that rings, in North America. */
export const ringTone = (): (() => void) => playNotes([440, 480], 0.04)

function playNotes(frequencies: readonly number[], gain: number): () => void {
  const context = new AudioContext()
  const volume = new GainNode(context, { gain })
  volume.connect(context.destination)
  for (const frequency of frequencies) {
    const note = new OscillatorNode(context, { frequency })
    note.connect(volume)
    note.start()
  }
  return () => void context.close()
}
