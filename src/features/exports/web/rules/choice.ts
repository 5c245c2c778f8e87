import { type ExportColumn, exportColumnNames, exportColumns } from '../../rules/columns.ts'

/** The columns of one group that a search finds. */
export interface ColumnGroup {
  title: string
  columns: readonly ExportColumn[]
}

/** Columns whose heading or group holds what was typed, in their groups. */
export function groupsOf(search: string): ColumnGroup[] {
  const wanted = search.trim().toLowerCase()
  const found = exportColumnNames.filter(name => {
    const { heading, group } = exportColumns[name]
    return `${heading} ${group}`.toLowerCase().includes(wanted)
  })
  return [...Map.groupBy(found, name => exportColumns[name].group)].map(([title, columns]) => ({ title, columns }))
}

/** What is chosen after a press: a new column comes last in the file. */
export const toggled = (chosen: readonly ExportColumn[], name: ExportColumn): ExportColumn[] =>
  chosen.includes(name) ? chosen.filter(column => column !== name) : [...chosen, name]

/** "First name, Last name, E-mail" */
export const headingsOf = (chosen: readonly ExportColumn[]): string =>
  chosen.map(name => exportColumns[name].heading).join(', ')
