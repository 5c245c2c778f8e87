import { archivedFiles, archivedTables, columnMeanings, leftOutColumns, leftOutTables } from '../../rules/tables.ts'
import type { TableColumn } from '../queries/contents.ts'

/** The columns of a table that the archive holds. */
export const archivedColumns = (columns: readonly TableColumn[], table: string): TableColumn[] =>
  columns.filter(one => one.table === table && !Object.hasOwn(leftOutColumns[table] ?? {}, one.column))

/** What each file of the archive holds, for a program: tables, columns, references, and what is left out. */
export function schemaOf(columns: readonly TableColumn[], madeAt: Date): string {
  const tables = Object.entries(archivedTables).map(([table, about]) => ({
    file: `tables/${table}.csv`,
    about,
    columns: archivedColumns(columns, table).map(({ column, type, is_required, refers_to }) => ({
      name: column,
      type,
      required: is_required,
      refers_to,
      meaning: columnMeanings[column] ?? null,
    })),
    left_out: leftOutColumns[table] ?? {},
  }))
  return JSON.stringify(
    { made_at: madeAt.toISOString(), tables, files: archivedFiles, left_out: leftOutTables },
    null,
    2,
  )
}

/** What the archive is, for a person. */
export function readmeOf(columns: readonly TableColumn[], madeAt: Date): string {
  const tables = Object.entries(archivedTables).flatMap(([table, about]) => [
    `### tables/${table}.csv`,
    '',
    about,
    '',
    '| Column | Type | Meaning |',
    '| --- | --- | --- |',
    ...archivedColumns(columns, table).map(({ column, type, refers_to }) => {
      const refers = refers_to ? `Refers to \`${refers_to}\`.` : ''
      return `| ${column} | ${type} | ${[columnMeanings[column], refers].filter(Boolean).join(' ')} |`
    }),
    '',
  ])
  return [
    '# Everything that this brokerage holds',
    '',
    `Begun ${madeAt.toISOString()}. \`schema.json\` says the same for a program.`,
    '',
    '- Each table is a CSV in UTF-8 with a header, as RFC 4180 has it. An empty cell is nothing.',
    '- Times are in UTC. Money is in cents. Lists and records are as PostgreSQL writes them: `{1,2}`, or JSON. Bytes are base64.',
    "- A cell that a spreadsheet would calculate has an apostrophe in front: `'=1+1`.",
    '- Rows that were deleted and can still be put back are there, with `deleted_at`.',
    '- Tables were read one after the other while people went on working: a row may refer to one that was made later.',
    '',
    '## Files',
    '',
    ...Object.entries(archivedFiles).map(([purpose, about]) => `- \`files/${purpose}/\`: ${about}`),
    '',
    '## Left out',
    '',
    ...Object.entries(leftOutTables).map(([table, why]) => `- ${table}: ${why}`),
    ...Object.entries(leftOutColumns).flatMap(([table, left]) =>
      Object.entries(left).map(([column, why]) => `- ${table}.${column}: ${why}`),
    ),
    '',
    '## Tables',
    '',
    ...tables,
  ].join('\n')
}
