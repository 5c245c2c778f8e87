import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import type { MailedPage } from '../../rules/reports.ts'
import { scheduleText } from '../../rules/schedule.ts'
import { keepPage, ownPage, savedReportsQuery } from '../client.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'

/** When a page comes by e-mail to the person who looks: in words, and the dialog to change it. */
export function usePageByEmail(page: MailedPage) {
  const { data } = useQuery(savedReportsQuery)
  const [isOpen, setOpen] = useState(false)
  const report = data && ownPage(data.reports, page)
  const { run: open } = useUndoable(() => ({
    async run() {
      await keepPage(page)
      setOpen(true)
    },
    said: () => null,
  }))
  return {
    label: report?.schedule ? scheduleText(report.schedule) : 'E-mail weekly…',
    open: () => open(),
    dialog: isOpen && report ? <ScheduleDialog report={report} onClose={() => setOpen(false)} /> : null,
  }
}
