import { deviceOwner } from '../../../../platform/web/owner.ts'
import type { CallState, CallSubject } from '../rules/callState.ts'

/** What a window asks of the one that has the device. */
export type Command =
  | { kind: 'place'; call: CallSubject }
  | { kind: 'answer'; call: CallSubject; providerId: string }
  | { kind: 'hang up' }
  | { kind: 'mute' }
  | { kind: 'reject'; providerId: string }
  | { kind: 'press'; keys: string }
  | { kind: 'hold'; held: boolean }
  | { kind: 'transfer'; target: string; userId: number; name: string }
  | { kind: 'close' }
  | { kind: 'choose'; which: 'input' | 'output'; id: string }

type Message = { kind: 'state'; state: CallState } | { kind: 'command'; command: Command } | { kind: 'hello' }

/** What this window does while another one has the device, and once it has it itself. */
interface Role {
  /** Another window, which has the device, says how the call is. */
  mirror(state: CallState): void
  /** Takes the device; the function that comes back gives it up. */
  own(publish: (state: CallState) => void): Owner
}

interface Owner {
  run(command: Command): void
  state(): CallState
  stop(): void
}

/** The windows of one person on this device, of which one has the device for calls. */
export interface Windows {
  /** Does something in the window that has the device. */
  run(command: Command): void
  stop(): void
}

/**
 * Joins the other windows. The lock goes to one of them, and to the next one when that is closed; it says how the call is,
 * and does what the others ask.
 */
export function joinWindows(role: Role): Windows {
  const name = `keyturn-calls-${deviceOwner()}`
  const channel = new BroadcastChannel(name)
  const stopped = new AbortController()
  let owner: Owner | null = null
  const publish = (state: CallState) => channel.postMessage({ kind: 'state', state } satisfies Message)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'state' && !owner) role.mirror(data.state)
    if (data.kind === 'command') owner?.run(data.command)
    if (data.kind === 'hello' && owner) publish(owner.state())
  }
  channel.postMessage({ kind: 'hello' } satisfies Message)
  const untilStopped = new Promise<void>(resolve => stopped.signal.addEventListener('abort', () => resolve()))
  void navigator.locks
    .request(name, { signal: stopped.signal }, async () => {
      owner = role.own(publish)
      await untilStopped
    })
    .catch(() => undefined)
  return {
    run(command) {
      if (owner) owner.run(command)
      else channel.postMessage({ kind: 'command', command } satisfies Message)
    },
    stop() {
      owner?.stop()
      owner = null
      stopped.abort()
      channel.close()
    },
  }
}
