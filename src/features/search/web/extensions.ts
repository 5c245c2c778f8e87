import { defineSlot } from '../../../platform/web/page/slot.ts'
import type { Found } from '../contract.ts'

/** People that the palette offers before anything is typed, and before all others who have what is typed in their name. */
export interface PaletteGroup {
  /** What stands over them. */
  label: string
  /** Its place among the groups; people who were opened recently come after all of them. */
  order: number
  usePeople(): readonly Found[]
}

/** The groups of people that features give to the palette. */
export const paletteGroups = defineSlot<'paletteGroups', PaletteGroup>('paletteGroups')
