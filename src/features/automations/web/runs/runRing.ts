import type { Run } from '../../contract/records.ts'

/** How far the ring of a run has turned, its colour, and what it says. */
export function ringOf({ state }: Pick<Run, 'state'>): { turn: number; color: string; label: string } {
  switch (state) {
    case 'done':
      return { turn: 1, color: 'var(--kt-green-dot)', label: 'Done' }
    case 'stopped':
      return { turn: 0.4, color: 'var(--kt-orange-dot)', label: 'Stopped' }
    case 'failed':
      return { turn: 0.4, color: 'var(--kt-red-dot)', label: 'Failed' }
    case 'waiting':
      return { turn: 0.5, color: 'var(--kt-accent)', label: 'Waiting' }
    default:
      return { turn: 0.25, color: 'var(--kt-accent)', label: 'Running' }
  }
}
