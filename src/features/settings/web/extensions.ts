import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'

/** A section of the administration. */
export interface AdminSection {
  id: string
  /** Its place among the sections. */
  order: number
  label: string
  /** The right that opens it. */
  permission: string
  load: () => Promise<ComponentType>
}

/** The sections of the administration, each given by the feature that it is about. */
export const adminSections = defineSlot<'adminSections', AdminSection>('adminSections')
