import type { ComponentType, ReactNode } from 'react'
import type { Hue } from '../../../platform/ui/theme/tokens.ts'
import { defineSlot } from '../../../platform/web/page/slot.ts'
import type { DayRange } from '../rules/address.ts'

/** Something with a time, beside the tasks of an agent's days. */
export interface CalendarEntry {
  /** Unlike the id of any task, and of what other features give. */
  id: string
  title: string
  start: string
  end: string
  isMovable: boolean
  hue: Hue
  line: ReactNode
  /** What it is about, where there is room to say so. */
  what: string
}

/** What a feature puts on the calendar, and what happens when somebody presses or drags it. */
export interface CalendarEntries {
  all: readonly CalendarEntry[]
  onOpen(id: string): void
  /** `revert` puts it back where it was. */
  onMove(id: string, to: { start: Date; end: Date }, revert: () => void): void
}

/** A feature's entries of some days; it draws its own dialogs beside the calendar, which it gets as children. */
export interface CalendarSource {
  id: string
  order: number
  Entries: ComponentType<{ range: DayRange; children(entries: CalendarEntries): ReactNode }>
}

/** What features further up put on the calendar of an agent's days. */
export const calendarEntries = defineSlot<'calendarEntries', CalendarSource>('calendarEntries')
