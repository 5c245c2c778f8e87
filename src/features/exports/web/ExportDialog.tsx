import { Button, SegmentedControl } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import type { LeadSelection } from '../../leads/contract/filters.ts'
import type { ExportFormat } from '../contract.ts'
import { type ExportColumn, usualColumns } from '../rules/columns.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { exportsQuery, isStillAtWork, notifyWhenDone, startExport } from './client.ts'
import classes from './Export.module.css'
import { ExportAtWork } from './ExportAtWork.tsx'
import { PastExports } from './PastExports.tsx'
import { leadCountText } from './rules/text.ts'

interface ExportDialogProps {
  selection: Partial<LeadSelection>
  size: number
  isEstimate: boolean
  onClose(): void
}

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel (XLSX)' },
]

/** What the file holds, then how far it is. */
export function ExportDialog({ selection, size, isEstimate, onClose }: ExportDialogProps) {
  const past = useQuery(exportsQuery)
  const [options, setOptions] = useState<{ format?: ExportFormat; columns?: readonly ExportColumn[] }>({})
  const last = past.data?.data[0]
  const format = options.format ?? last?.format ?? 'csv'
  const columns = options.columns ?? last?.columns ?? usualColumns
  const start = useMutation({ mutationFn: () => startExport({ selection, format, columns }) })
  const close = () => {
    if (start.data && isStillAtWork(start.data)) notifyWhenDone(start.data.id)
    onClose()
  }
  const text = leadCountText(size, isEstimate)
  return (
    <Dialog opened onClose={close} size={620} title={`Export ${text}`}>
      {start.data ? (
        <ExportAtWork begun={start.data} onClose={close} onAgain={start.reset} />
      ) : (
        <>
          <div className={classes.format}>
            <SegmentedControl
              aria-label="Format"
              data={formats}
              value={format}
              onChange={value => setOptions({ ...options, format: value === 'xlsx' ? 'xlsx' : 'csv' })}
            />
            <span className={classes.hint}>
              {format === 'csv' ? 'Opens in any program.' : 'Keeps numbers and dates as such.'}
            </span>
          </div>
          <ColumnChoice chosen={columns} onChange={chosen => setOptions({ ...options, columns: chosen })} />
          {start.isError && (
            <p className={classes.problem} role="alert">
              {sentenceOf(start.error)}
            </p>
          )}
          <div className={classes.foot}>
            <Button variant="subtle" onClick={close}>
              Cancel
            </Button>
            <Button
              disabled={columns.length === 0 || size === 0}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              Export {text}
            </Button>
          </div>
          <PastExports exports={past.data?.data ?? []} />
        </>
      )}
    </Dialog>
  )
}
