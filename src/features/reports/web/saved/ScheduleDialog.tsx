import { Button, SegmentedControl, Select } from '@mantine/core'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { call } from '../../../../platform/web/calls/call.ts'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { ownRegion } from '../../../../platform/web/region.ts'
import { fullTime } from '../../../../platform/web/time/time.ts'
import { type ReportSchedule, type SavedReport, savedReportCalls } from '../../contract.ts'
import { isMailedPage, pageTitle } from '../../rules/reports.ts'
import { dayNames, hourText, MAX_DAY, type Rhythm, scheduleText } from '../../rules/schedule.ts'
import { refetchSavedReports, sendReportAgain, stopReport, type UnsavedPage } from '../client.ts'
import classes from '../Reports.module.css'

/** The first working hour of the week. */
const usual: ReportSchedule = { every: 'week', day: 1, hour: 8 }
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))

interface ScheduleDialogProps {
  report: SavedReport | UnsavedPage
  onClose(): void
}

/** When a saved report comes by e-mail to the person who asks; a page is saved with that. */
export function ScheduleDialog({ report, onClose }: ScheduleDialogProps) {
  const name = titleOf(report)
  const entry = useCallForm(savedReportCalls.create, {
    initial: { ...(report.schedule ?? usual) } as Record<string, unknown> & ReportSchedule,
    inputOf: schedule => ({
      name: report.name,
      report: report.report,
      length: report.length,
      team: report.team?.id ?? null,
      schedule: { ...schedule },
    }),
    send: (input, options, { every, day, hour }) =>
      'id' in report
        ? call(savedReportCalls.schedule, { id: report.id, every, day, hour }, options)
        : call(savedReportCalls.create, input, options),
    onSaved({ schedule }) {
      onClose()
      if (schedule) void notify(`“${name}” comes by e-mail: ${scheduleText(schedule)}.`)
      void refetchSavedReports()
    },
  })
  const { form } = entry
  const { every, day, hour } = form.values
  const change = (next: Partial<ReportSchedule>) => form.setValues(next)
  return (
    <FormDialog
      title={`“${name}” by e-mail`}
      action={report.schedule ? 'Save' : 'Send it to me'}
      form={entry}
      size={400}
      onClose={onClose}
    >
      <p className={classes.note}>
        You get the figures of the {report.length ? `last whole ${report.length}` : 'chosen days'} as you may see them
        then, and a link to {isMailedPage(report.report) ? 'the page' : 'the table'}.
      </p>
      <SegmentedControl
        aria-label="How often"
        data={[
          { value: 'week', label: 'Every week' },
          { value: 'month', label: 'Every month' },
        ]}
        value={every}
        onChange={value => change({ every: value as Rhythm, day: Math.min(day, MAX_DAY[value as Rhythm]) })}
      />
      <Select
        label="On"
        data={dayNames[every].map((label, index) => ({ value: String(index + 1), label }))}
        allowDeselect={false}
        value={String(day)}
        onChange={value => value !== null && change({ day: Number(value) })}
      />
      <Select
        label="At"
        description={`On the clock of ${ownRegion().zone.replace('_', ' ')}.`}
        data={hours}
        allowDeselect={false}
        value={String(hour)}
        onChange={value => value !== null && change({ hour: Number(value) })}
      />
      {'id' in report && report.schedule && <Standing report={report} onStopped={onClose} />}
    </FormDialog>
  )
}

/** A page is called by what it shows now, also where its team has another name since. */
const titleOf = ({ name, report, team }: Pick<SavedReport, 'name' | 'report' | 'team'>): string =>
  isMailedPage(report) ? pageTitle(report, team) : name

/** What became of the last one, and the way to end it. */
function Standing({ report, onStopped }: { report: SavedReport; onStopped(): void }) {
  const { last_sent_at, last_problem, schedule } = report
  const name = titleOf(report)
  const { run: stop, isPending } = useUndoable(() => ({
    run: async () => {
      await stopReport(report)
      onStopped()
      await refetchSavedReports()
    },
    said: () => `“${name}” does not come by e-mail any more.`,
    undo: async () => {
      if (schedule) await sendReportAgain(report, schedule)
      await refetchSavedReports()
    },
  }))
  return (
    <div className={classes.standing}>
      <p className={classes.note}>
        {last_sent_at ? `Last sent ${fullTime(last_sent_at)}.` : 'Not sent yet.'}
        {last_problem && ` ${last_problem}`}
      </p>
      <Button variant="default" loading={isPending} onClick={() => stop()}>
        Stop sending it
      </Button>
    </div>
  )
}
