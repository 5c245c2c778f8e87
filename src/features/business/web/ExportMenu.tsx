import { Button, Menu } from '@mantine/core'
import { IconDownload, IconMail } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { type ReportName, reports } from '../../reports/rules/reports.ts'
import { downloadReport } from '../../reports/web/client.ts'
import { usePageByEmail, type useReportAddress } from '../../reports/web/pieces.tsx'
import classes from './Business.module.css'
import type { PeriodQuestion } from './client.ts'

const exported: readonly ReportName[] = ['response-times', 'sources', 'funnel', 'leaderboard', 'commissions']

type Address = Pick<ReturnType<typeof useReportAddress>, 'wantsSchedule' | 'go'>

/** Saves the table of a report of the same days, and has the page sent every week. */
export function ExportMenu({ asked, address }: { asked: PeriodQuestion; address: Address }) {
  const [isOpen, setOpen] = useState(false)
  const { run, isPending } = useUndoable((name: ReportName) => ({
    run: () => downloadReport({ name, ...asked }),
    said: () => null,
  }))
  useShortcuts([{ keys: 'e', label: 'Export', group: 'Business', run: () => setOpen(true) }])
  const byEmail = usePageByEmail('business', asked.team)
  useScheduleOfLink(address, byEmail.open)
  const menu = (
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
        <Menu.Divider />
        <Menu.Label>This page</Menu.Label>
        <Menu.Item leftSection={<IconMail size={15} stroke={1.6} aria-hidden />} onClick={byEmail.open}>
          {byEmail.label}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
  return (
    <>
      {menu}
      {byEmail.dialog}
    </>
  )
}

/** The link of an e-mail opens at once what it is about; after that the address is that of the page. */
function useScheduleOfLink({ wantsSchedule, go }: Address, open: () => void): void {
  const begin = useEffectEvent(() => {
    go({ by_email: undefined })
    open()
  })
  useEffect(() => {
    if (wantsSchedule) begin()
  }, [wantsSchedule])
}
