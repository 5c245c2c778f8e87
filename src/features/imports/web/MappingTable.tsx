import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ImportColumn, Mapping } from '../contract.ts'
import { ImportFieldName } from '../contract.ts'
import { fieldsOfFile, type Holds, type ImportField, sharedFields } from '../rules/fields.ts'
import classes from './MappingTable.module.css'

const choicesOf = (holds: Holds) => [
  { value: '', label: 'Leave out' },
  ...Object.entries(fieldsOfFile(holds)).map(([value, label]) => ({ value, label })),
]
/** Exports of some products have two hundred columns, nearly all of them left out: those wait behind a button. */
const MAX_LEFT_OUT = 10

interface MappingTableProps {
  columns: readonly ImportColumn[]
  mapping: Mapping
  holds: Holds
  onChange: (mapping: Mapping) => void
}

/** One line for each column: its name, what its first rows hold, what it becomes. */
export function MappingTable({ columns, mapping, holds, onChange }: MappingTableProps) {
  const choices = choicesOf(holds)
  const all = columns.map((column, at) => ({ ...column, at }))
  const [atFirst] = useState(() => new Set(all.filter(({ at }) => mapping[at] !== null).map(({ at }) => at)))
  const [showsAll, setShowsAll] = useState(columns.length - atFirst.size <= MAX_LEFT_OUT)
  const shown = showsAll ? all : all.filter(({ at }) => atFirst.has(at))
  const choose = (at: number, text: string) => {
    const field: ImportField | null = ImportFieldName.safeParse(text).data ?? null
    // A field that takes one column is taken from the column that had it.
    const takes = field !== null && !sharedFields.includes(field)
    onChange(mapping.map((before, other) => (other === at ? field : takes && before === field ? null : before)))
  }
  return (
    <div className={classes.wrap}>
      <table className={classes.table}>
        <caption className="visually-hidden">Columns of the file</caption>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">First values</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, samples, at }) => (
            <tr key={at} data-out={mapping[at] === null || undefined}>
              <th scope="row" title={name}>
                {name}
              </th>
              <td className={classes.samples} title={samples.join('\n')}>
                {samples.length > 0 ? samples.join(' · ') : <span className={classes.empty}>empty</span>}
              </td>
              <td className={classes.choice}>
                <NativeSelect
                  size="xs"
                  aria-label={`${name} becomes`}
                  data={choices}
                  value={mapping[at] ?? ''}
                  onChange={event => choose(at, event.currentTarget.value)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!showsAll && (
        <Button className={classes.more} variant="subtle" onClick={() => setShowsAll(true)}>
          Show {columns.length - shown.length} skipped columns
        </Button>
      )}
    </div>
  )
}
