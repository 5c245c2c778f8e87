/** A figure that was hoped for, and what was found. */
export interface Wanted {
  what: string
  wanted: string
  found: string
  met: boolean
  /** Where the rest goes, as far as the measurement itself can tell. */
  why: string
}

/** One wanted figure; a figure that was met needs no reason. */
export const goal = (what: string, wanted: string, found: string, met: boolean, why = ''): Wanted => ({
  what,
  wanted,
  found,
  met,
  why: met ? '' : why,
})

/** Milliseconds as the report writes them. */
export const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
