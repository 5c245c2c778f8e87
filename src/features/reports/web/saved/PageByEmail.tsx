import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import type { SavedReport } from '../../contract.ts'
import type { MailedPage } from '../../rules/reports.ts'
import { scheduleText } from '../../rules/schedule.ts'
import { ownPage, savedReportsQuery, type UnsavedPage, unsavedPage } from '../client.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'

/** When a page of a team, or of everybody, comes by e-mail to the person who looks: in words, and the dialog to change it. */
export function usePageByEmail(page: MailedPage, team: number | undefined) {
  const { data } = useQuery(savedReportsQuery)
  const [asked, setAsked] = useState<SavedReport | UnsavedPage | null>(null)
  const known = data && ownPage(data.reports, page, team)
  const { run: open } = useUndoable(() => ({
    async run() {
      const { reports } = await queryClient.ensureQueryData(savedReportsQuery)
      setAsked(ownPage(reports, page, team) ?? (await unsavedPage(page, team)))
    },
    said: () => null,
  }))
  return {
    label: known?.schedule ? scheduleText(known.schedule) : 'E-mail weekly…',
    open: () => open(),
    dialog: asked ? <ScheduleDialog report={asked} onClose={() => setAsked(null)} /> : null,
  }
}
