import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Pages } from '../../../platform/ui/Pages.tsx'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { count } from '../../../platform/web/text.ts'
import { fullName } from '../../leads/rules.ts'
import type { Import } from '../contract.ts'
import { keptLeadsQuery, mergedRowsQuery, saveMergedRows } from './client.ts'
import classes from './RowErrors.module.css'
import { changedText } from './rules/text.ts'

/** Which lines of the file went into which leads, and what they changed there. */
export function MergedRows({ one }: { one: Import }) {
  const [page, setPage] = useState(1)
  const { data } = useQuery(mergedRowsQuery(one.id, page))
  const save = useUndoable(() => ({ run: () => saveMergedRows(one.id), said: () => null }))
  if (!data) return null
  return (
    <PanelSection
      title="Merged rows"
      count={one.merged}
      action={
        <Button
          variant="subtle"
          leftSection={<IconDownload size={15} stroke={1.6} />}
          onClick={() => save.run()}
          loading={save.isPending}
        >
          Merged rows as CSV
        </Button>
      }
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Into</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {data.data.map(({ row, line, lead, changed }) => (
            <tr key={row}>
              <td className={classes.line}>{count(line)}</td>
              <td>
                <Link to="/leads/$slug" params={{ slug: String(lead.id) }} className={classes.lead} dir="auto">
                  {fullName(lead) || `Lead ${lead.id}`}
                </Link>
              </td>
              <td className={classes.cells}>{changedText(changed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pages
        page={page}
        of={data.last_page}
        onPage={setPage}
        label="Pages of merged rows"
        text={['Back', 'More']}
        flush
      />
    </PanelSection>
  )
}

/** Leads that an undo left as they are: somebody changed them, or wrote about them, after the import. */
export function KeptLeads({ one }: { one: Import }) {
  const [page, setPage] = useState(1)
  const { data } = useQuery(keptLeadsQuery(one.id, page))
  if (!data) return null
  return (
    <PanelSection title="Kept, because somebody worked on them since" count={one.kept}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Lead</th>
          </tr>
        </thead>
        <tbody>
          {data.data.map(lead => (
            <tr key={lead.id}>
              <td>
                <Link to="/leads/$slug" params={{ slug: String(lead.id) }} className={classes.lead} dir="auto">
                  {fullName(lead) || `Lead ${lead.id}`}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pages
        page={page}
        of={data.last_page}
        onPage={setPage}
        label="Pages of kept leads"
        text={['Back', 'More']}
        flush
      />
    </PanelSection>
  )
}
