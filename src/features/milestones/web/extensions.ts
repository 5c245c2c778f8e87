import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'
import type { Milestone } from '../contract.ts'

/** What a feature shows below the line of an entry that it is about, such as the sound of a call. */
export interface MilestoneExtra {
  order: number
  /** Whether there may be something to show; asked for each entry that is drawn. */
  isFor(milestone: Milestone): boolean
  Extra: ComponentType<{ milestone: Milestone }>
}

/** What features show below entries of the timeline. */
export const milestoneExtras = defineSlot<'milestoneExtras', MilestoneExtra>('milestoneExtras')
