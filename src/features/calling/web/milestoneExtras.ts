import type { MilestoneExtra } from '../../milestones/web/extensions.ts'
import { CallSound } from './recording/CallSound.tsx'

export const milestoneExtras: readonly MilestoneExtra[] = [
  { order: 10, isFor: ({ call }) => typeof call?.call_id === 'number', Extra: CallSound },
]
