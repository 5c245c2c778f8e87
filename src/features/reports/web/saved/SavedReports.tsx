import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconMail, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import type { SavedReport } from '../../contract.ts'
import { isMailedPage } from '../../rules/reports.ts'
import { scheduleText } from '../../rules/schedule.ts'
import { keepReportAgain, refetchSavedReports, removeReport, savedReportsQuery } from '../client.ts'
import classes from '../Reports.module.css'
import type { ReportAddress } from '../useReportAddress.ts'
import { SaveDialog } from './SaveDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'

const icon = { size: 15, stroke: 1.6, 'aria-hidden': true } as const

/** The reports that were kept under a name: opens them, keeps the one on show, and has it sent by e-mail. */
export function SavedReports({ address }: { address: ReportAddress }) {
  const { data } = useQuery(savedReportsQuery)
  const [dialog, setDialog] = useState<'save' | 'change' | 'schedule' | null>(null)
  // Pages that are sent as reports are have their own place for that.
  const reports = data?.reports.filter(({ report }) => !isMailedPage(report)) ?? []
  const current = reports.find(({ id }) => id === address.saved)
  const open = (report: SavedReport) => address.go(searchOf(report))
  useOpened(address, current, open)
  const close = () => setDialog(null)
  return (
    <>
      <Menu position="bottom-end" withinPortal width={280}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark {...icon} />} aria-label={buttonLabel(current)}>
            <span className={classes.label}>{current?.name ?? 'Saved reports'}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {current && <CurrentItems report={current} address={address} onDialog={setDialog} />}
          {reports.length > 0 && <Menu.Label>Saved reports</Menu.Label>}
          {reports.map(report => (
            <Menu.Item
              key={report.id}
              aria-current={report.id === current?.id || undefined}
              rightSection={
                report.schedule && <IconMail {...icon} aria-label="Sent to you by e-mail" aria-hidden={undefined} />
              }
              onClick={() => open(report)}
            >
              {report.name}
              {!report.is_own && <small className={classes.owner}>{report.owner.name}</small>}
            </Menu.Item>
          ))}
          {reports.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => setDialog('save')}>
            Save this report
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveDialog address={address} sharing={data} onClose={close} />}
      {dialog === 'change' && <SaveDialog address={address} sharing={data} report={current} onClose={close} />}
      {dialog === 'schedule' && current && <ScheduleDialog report={current} onClose={close} />}
    </>
  )
}

const buttonLabel = (current: SavedReport | undefined): string =>
  current ? `Saved report: ${current.name}` : 'Saved reports'

/** A saved report as the address of the page says it. */
const searchOf = ({ id, report, length, from, to, team }: SavedReport) => ({
  saved: id,
  report,
  length: length ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
  team: team?.id,
  at: undefined,
  open: undefined,
  row: undefined,
})

/** An address that names only the saved report, such as that of its e-mail, becomes the whole one. */
function useOpened({ isOnlySaved }: ReportAddress, current: SavedReport | undefined, open: (one: SavedReport) => void) {
  const complete = useEffectEvent(() => current && open(current))
  const isKnown = current !== undefined
  useEffect(() => {
    if (isOnlySaved && isKnown) complete()
  }, [isOnlySaved, isKnown])
}

interface CurrentItemsProps {
  report: SavedReport
  address: ReportAddress
  onDialog(dialog: 'change' | 'schedule'): void
}

/** What can be done with the saved report that is open. */
function CurrentItems({ report, address, onDialog }: CurrentItemsProps) {
  const { run: remove } = useUndoable(() => ({
    run: async () => {
      await removeReport(report)
      address.go({ saved: undefined })
      await refetchSavedReports()
    },
    said: () => `“${report.name}” is deleted.`,
    undo: async () => {
      await keepReportAgain(report)
      await refetchSavedReports()
    },
  }))
  return (
    <>
      <Menu.Label>{report.name}</Menu.Label>
      <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => onDialog('schedule')}>
        {report.schedule ? scheduleText(report.schedule) : 'Send it to me by e-mail'}
      </Menu.Item>
      {report.may_change && (
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onDialog('change')}>
          Rename, share or change
        </Menu.Item>
      )}
      {(report.may_change || report.is_own) && (
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => remove()}>
          Delete
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}
