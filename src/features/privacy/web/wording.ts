import { count } from '../../../platform/web/text.ts'
import { calendarDay } from '../../../platform/web/time/time.ts'
import type { KeptRecords } from '../contract.ts'

/** "1 person", "12 people". */
export const peopleCount = (people: number): string => (people === 1 ? '1 person' : `${count(people)} people`)

/** "1 record", "12 records". */
export const recordCount = (records: number): string => (records === 1 ? '1 record' : `${count(records)} records`)

/** "Records of deals: 2 stay until Mar 1, 2032. The law requires a brokerage to keep the records of a trade for 6 years." */
export function keptSentence({ what, count: kept, until, why }: KeptRecords): string {
  const end = until ? ` until ${calendarDay(until.slice(0, 10))}` : ''
  return `${what}: ${count(kept)} ${kept === 1 ? 'stays' : 'stay'}${end}. ${why}`
}
