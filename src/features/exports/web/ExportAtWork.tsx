import { Button, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import type { LeadExport } from '../contract.ts'
import { cancelExport, downloadExport, exportQuery, isAtWork } from './client.ts'
import classes from './Export.module.css'
import { progressText, shareDone } from './rules/text.ts'

interface ExportAtWorkProps {
  begun: LeadExport
  onClose(): void
  onAgain(): void
}

/** How far an export is, the way to stop it, and the file in the end. */
export function ExportAtWork({ begun, onClose, onAgain }: ExportAtWorkProps) {
  const { id } = begun
  const { data: one = begun } = useQuery({ ...exportQuery(id), initialData: begun })
  const cancel = useUndoable(() => ({ run: () => cancelExport(id), said: () => null }))
  const save = useMutation({ mutationFn: () => downloadExport(id) })
  const atWork = isAtWork(one)
  return (
    <div className={classes.work}>
      <p className={classes.file}>{one.file_name}</p>
      <Progress.Root size={6}>
        <Progress.Section
          value={100 * shareDone(one)}
          color={`var(--kt-${one.status === 'failed' ? 'red-dot' : one.status === 'done' ? 'green-dot' : 'accent'})`}
          aria-label="Export"
        />
      </Progress.Root>
      <p className={one.status === 'failed' ? classes.problem : classes.hint} aria-live="polite">
        {progressText(one)}
      </p>
      {save.isError && (
        <p className={classes.problem} role="alert">
          {sentenceOf(save.error)}
        </p>
      )}
      <div className={classes.foot}>
        {atWork && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.run()}>
            Cancel the export
          </Button>
        )}
        {!atWork && one.status !== 'done' && (
          <Button variant="default" onClick={onAgain}>
            Export again
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          {atWork ? 'Continue working' : 'Close'}
        </Button>
        {one.status === 'done' && (
          <Button
            data-autofocus
            leftSection={<IconDownload size={15} stroke={1.6} />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            Download
          </Button>
        )}
      </div>
    </div>
  )
}
