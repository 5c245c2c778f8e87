/** Excel's own limit for the text of a cell; what is longer was not written by it. */
export const MAX_CELL_LENGTH = 32_767

/** The column of a reference such as `AB12`, counted from 0; `null` when it names none. */
export function columnOf(reference: string | undefined): number | null {
  const characters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (!characters) return null
  return [...characters].reduce((column, character) => column * 26 + character.charCodeAt(0) - 64, 0) - 1
}

/** Number formats without a code of their own that show a day or a time (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether cells under a number format are days or times; `code` is the format's own, if it has one. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id)
  const [positive = ''] = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';')
  return !/@|general/i.test(positive) && /[ymdhs]/i.test(positive)
}

/** Days from Excel's day 0 to 1 January 1970, and how much later day 0 is in workbooks that count from 1904. */
const DAYS_TO_1970 = 25_569
const DAYS_TO_1904 = 1462
/** 31 December 9999 */
const LAST_DAY = 2_958_465

/** A day, or a day and time, as `2026-01-31` or `2026-01-31 14:30:00`; a number outside of the calendar stays one. */
export function dateText(serial: number, countsFrom1904: boolean): string {
  const days = serial + (countsFrom1904 ? DAYS_TO_1904 : 0)
  if (!(days >= 1 && days <= LAST_DAY)) return numberText(serial)
  const seconds = Math.round((days - DAYS_TO_1970) * 86_400)
  const [day = '', time = ''] = new Date(seconds * 1000).toISOString().slice(0, 19).split('T')
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** A number as a person would type it: a phone number that a spreadsheet took for one has all of its digits. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(0) : String(Number(value.toPrecision(15)))
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

interface CellValue {
  type: string
  /** What is stored in the cell, which of a formula is what it last came to. */
  stored: string
  isDate: boolean
  countsFrom1904: boolean
}

/** What a cell shows, as text; errors and what is not there are empty. Shared strings are looked up before. */
export function cellText({ type, stored, isDate, countsFrom1904 }: CellValue): string {
  switch (type) {
    case 'e':
      return ''
    case 'b':
      return stored === '1' ? 'TRUE' : stored === '' ? '' : 'FALSE'
    case 's':
    case 'inlineStr':
      return unescaped(stored)
    case 'str':
    case 'd':
      return stored
    default: {
      if (stored.trim() === '') return ''
      return isDate ? dateText(Number(stored), countsFrom1904) : numberText(Number(stored))
    }
  }
}
