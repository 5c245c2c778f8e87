import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { count } from '../../../platform/web/text.ts'
import type { ImportOptions, Mapping, PreviewRow } from '../contract.ts'
import { previewQuery } from './client.ts'
import classes from './Preview.module.css'
import { outcomeHues, outcomeLabel } from './rules/text.ts'

const columns = [
  ['name', 'Name'],
  ['email', 'E-mail'],
  ['phone', 'Phone'],
  ['status', 'Status'],
  ['type', 'Type'],
  ['areas', 'Areas'],
  ['tags', 'Tags'],
  ['price', 'Price'],
  ['note', 'Note'],
] as const satisfies readonly (readonly [keyof PreviewRow, string])[]

interface PreviewProps {
  id: number
  mapping: Mapping
  options: ImportOptions
}

/** The first rows as they will be saved under what is chosen right now. */
export function Preview({ id, ...chosen }: PreviewProps) {
  const [settled] = useDebouncedValue(chosen, 250)
  const { data, error, isPlaceholderData } = useQuery(previewQuery(id, settled.mapping, settled.options))
  const rows = data?.rows ?? []
  const used = columns.filter(([column]) => rows.some(row => row[column] !== ''))
  return (
    <section className={classes.preview} aria-label="Preview" aria-busy={isPlaceholderData}>
      <h2 className={classes.title}>Preview</h2>
      {error && !data && <p role="alert">{sentenceOf(error)}</p>}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes.scrolls} tabIndex={0} aria-label="First rows">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">What happens</th>
                {used.map(([column, label]) => (
                  <th key={column} scope="col">
                    {label}
                  </th>
                ))}
                <th scope="col">Notes</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={row.row}>
                  <td>{count(row.line)}</td>
                  <td>
                    <Badge {...outcomeHues[row.outcome]}>{outcomeLabel[row.outcome]}</Badge>{' '}
                    {row.outcome === 'merged' && row.lead && (
                      <span dir="auto">into {row.lead.name || `lead ${row.lead.id}`}</span>
                    )}
                  </td>
                  {used.map(([column]) => (
                    <td key={column} className={classes.value} title={row[column]} dir="auto">
                      {row[column]}
                    </td>
                  ))}
                  <td className={classes.remarks}>{row.remarks.join(' ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
