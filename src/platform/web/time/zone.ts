import { TZDate } from '@date-fns/tz'
import { ownRegion } from '../region.ts'

/** An instant as a date of date-fns in a zone. Lists and the shell use `time.ts`, which needs no library. */
export const inZone = (instant: string | Date, zone = ownRegion().zone): TZDate => new TZDate(new Date(instant), zone)
