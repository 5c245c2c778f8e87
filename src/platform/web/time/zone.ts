import { TZDate } from '@date-fns/tz'
import { DEFAULT_ZONE } from './time.ts'

/** An instant as a date of date-fns in a zone. Lists and the shell use `time.ts`, which needs no library. */
export const inZone = (instant: string | Date, zone = DEFAULT_ZONE): TZDate => new TZDate(new Date(instant), zone)
