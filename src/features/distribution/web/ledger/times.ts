import { ownRegion } from '../../../../platform/web/region.ts'

/** A time with its seconds, which only the ledger shows: 9:04:10. */
export const clockTime = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat(ownRegion().locale, {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
    timeZone: zone,
  })
    .format(new Date(instant))
    .replace(/[^\d:]+$/u, '')
