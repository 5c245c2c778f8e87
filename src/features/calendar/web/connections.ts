import type { Connection } from '../../google-accounts/web/extensions.ts'
import { CalendarRow } from './CalendarRow.tsx'

export const connections: readonly Connection[] = [{ id: 'calendar', order: 20, Row: CalendarRow }]
