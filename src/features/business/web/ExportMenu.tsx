import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { type ReportName, reports } from '../../reports/rules/reports.ts'
import { downloadReport } from '../../reports/web/client.ts'
import classes from './Business.module.css'
import type { PeriodQuestion } from './client.ts'

const exported: readonly ReportName[] = ['response-times', 'sources', 'funnel', 'leaderboard', 'commissions']

/** Saves the table of a report of the same days. */
export function ExportMenu({ asked }: { asked: PeriodQuestion }) {
  const [isOpen, setOpen] = useState(false)
  const { run, isPending } = useUndoable((name: ReportName) => ({
    run: () => downloadReport({ name, ...asked }),
    said: () => null,
  }))
  useShortcuts([{ keys: 'e', label: 'Export', group: 'Business', run: () => setOpen(true) }])
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          className={classes.export ?? ''}
          variant="default"
          loading={isPending}
          leftSection={<IconDownload size={15} stroke={1.6} aria-hidden />}
          aria-label="Export"
        >
          <span className={classes.label}>Export</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>As CSV</Menu.Label>
        {exported.map(name => (
          <Menu.Item key={name} onClick={() => run(name)}>
            {reports[name].title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
