import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Pages } from '../../../platform/ui/Pages.tsx'
import { Badge, PanelSection } from '../../../platform/ui/pieces.tsx'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { count } from '../../../platform/web/text.ts'
import type { Import, ImportRowNote } from '../contract.ts'
import { saveFailedRows } from './client.ts'
import classes from './RowErrors.module.css'

interface RowErrorsProps {
  one: Import
  page: number
  onPage: (page: number) => void
}

/** Rows that failed or were saved in part, by their line in the file. */
export function RowErrors({ one, page, onPage }: RowErrorsProps) {
  const save = useUndoable(() => ({ run: () => saveFailedRows(one.id), said: () => null }))
  const { data, last_page, total } = one.errors
  const isHistory = one.holds === 'history'
  const download = (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={15} stroke={1.6} />}
      onClick={() => save.run()}
      loading={save.isPending}
    >
      {isHistory ? 'Unmatched rows' : 'Failed rows'} as CSV
    </Button>
  )
  return (
    <PanelSection title="Needs review" count={total} action={one.failed > 0 ? download : undefined}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">What happened</th>
            <th scope="col">The row</th>
          </tr>
        </thead>
        <tbody>
          {data.map(note => (
            <Line key={note.row} note={note} failed={isHistory ? 'Not matched' : 'Failed'} />
          ))}
        </tbody>
      </table>
      <Pages page={page} of={last_page} onPage={onPage} label="Pages of rows" text={['Back', 'More']} flush />
    </PanelSection>
  )
}

function Line({ note, failed }: { note: ImportRowNote; failed: string }) {
  const isFailed = note.outcome === 'failed'
  const cells = note.cells?.filter(cell => cell.trim() !== '').join(' · ')
  return (
    <tr>
      <td className={classes.line}>{count(note.line)}</td>
      <td>
        <Badge hue={isFailed ? 'red' : 'amber'}>{isFailed ? failed : 'In part'}</Badge> {note.reason}{' '}
        {note.lead_id !== null && (
          <Link to="/leads/$slug" params={{ slug: String(note.lead_id) }} className={classes.lead}>
            Open the lead
          </Link>
        )}
      </td>
      <td className={classes.cells} title={cells}>
        {cells}
      </td>
    </tr>
  )
}
