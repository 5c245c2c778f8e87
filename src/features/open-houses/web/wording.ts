import { shortDay, timeOfDay } from '../../../platform/web/time/time.ts'

interface Hours {
  starts_at: string
  ends_at: string
}

const weekday = (at: string, zone: string | undefined, length: 'short' | 'long'): string =>
  new Intl.DateTimeFormat('en-CA', { weekday: length, timeZone: zone }).format(new Date(at)).replace('.', '')

/** "2:00 to 4:00 PM", "11:00 AM to 1:00 PM". */
function clockHours({ starts_at, ends_at }: Hours, zone?: string): string {
  const [from, to] = [timeOfDay(starts_at, zone), timeOfDay(ends_at, zone)]
  return `${from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from} to ${to}`
}

/** "Sun, Nov 29, 2:00 to 4:00 PM", at the clock of the brokerage. */
export const hoursText = (house: Hours, now: Date, zone: string): string =>
  `${weekday(house.starts_at, zone, 'short')}, ${shortDay(house.starts_at, now, zone)}, ${clockHours(house, zone)}`

/** "Sunday, 2:00 to 4:00 PM", for people who are there that day. */
export const visitHours = (house: Hours, zone: string): string =>
  `${weekday(house.starts_at, zone, 'long')}, ${clockHours(house, zone)}`
