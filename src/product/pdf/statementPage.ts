import { format, parseISO } from 'date-fns'

/** A row of a statement, and what explains it in a line below. */
export interface StatementRow {
  cells: readonly string[]
  note?: string
}

/** What a statement says. Of its columns the first `texts` are text, and the others numbers at the right. */
export interface StatementPage {
  /** The brokerage that makes it. */
  house: string
  title: string
  person: string
  about: string
  facts: readonly (readonly [label: string, value: string])[]
  columns: readonly string[]
  texts: number
  rows: readonly StatementRow[]
  sums: readonly (readonly [label: string, value: string])[]
  note: string
}

/** A day (yyyy-MM-dd) as people read it: "Mar 2, 2031". */
export const printedDay = (day: string): string => format(parseISO(day), 'MMM d, yyyy')
