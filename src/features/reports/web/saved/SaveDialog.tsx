import { Checkbox, Select, TextInput } from '@mantine/core'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { call } from '../../../../platform/web/calls/call.ts'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { REPORT_NAME_LENGTH, type SavedReport, savedReportCalls } from '../../contract.ts'
import { reports } from '../../rules/reports.ts'
import { refetchSavedReports } from '../client.ts'
import type { ReportAddress } from '../useReportAddress.ts'

interface SaveDialogProps {
  address: ReportAddress
  /** With whom the person may share. */
  sharing: { teams: readonly { id: number; name: string }[]; all: boolean } | undefined
  /** The one that is changed; a new one without. */
  report?: SavedReport | undefined
  onClose(): void
}

/** Keeps the report on show under a name, or changes one that was kept. */
export function SaveDialog({ address, sharing, report, onClose }: SaveDialogProps) {
  const entry = useCallForm(savedReportCalls.create, {
    initial: {
      name: report?.name ?? reports[address.report].title,
      shared: sharedValue(report),
      withFilters: report === undefined,
    },
    inputOf: ({ name, shared, withFilters }) => ({
      name: name.trim(),
      ...readShared(shared),
      ...(withFilters || !report ? shownBy(address) : keptBy(report)),
    }),
    send: (input, options) =>
      report
        ? call(savedReportCalls.update, { ...input, id: report.id })
        : call(savedReportCalls.create, input, options),
    onSaved({ id, name }) {
      onClose()
      void notify(report ? `“${name}” is changed.` : `“${name}” is saved.`)
      void refetchSavedReports().then(() => address.go({ saved: id }))
    },
  })
  const { form } = entry
  const options = [
    { value: 'private', label: 'Only me' },
    ...(sharing?.teams ?? []).map(({ id, name }) => ({ value: `team ${id}`, label: name })),
    ...(sharing?.all ? [{ value: 'all', label: 'Everyone' }] : []),
  ]
  return (
    <FormDialog
      title={report ? `Change “${report.name}”` : 'Save this report'}
      action={report ? 'Save changes' : 'Save report'}
      form={entry}
      size={400}
      maySubmit={form.values.name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={REPORT_NAME_LENGTH}
        onFocus={event => event.currentTarget.select()}
        {...form.getInputProps('name')}
      />
      {options.length > 1 && (
        <Select
          label="Visible to"
          description="Everybody sees the numbers that they have the right to."
          data={options}
          allowDeselect={false}
          {...form.getInputProps('shared')}
        />
      )}
      {report && (
        <Checkbox
          label="Use the report, days and team on show"
          {...form.getInputProps('withFilters', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}

const sharedValue = (report: SavedReport | undefined): string =>
  report?.sharing === 'team' ? `team ${report.shared_team?.id}` : (report?.sharing ?? 'private')

function readShared(value: string) {
  const team = /^team (\d+)$/.exec(value)?.[1]
  if (team) return { sharing: 'team', shared_team: Number(team) } as const
  return { sharing: value === 'all' ? 'all' : 'private', shared_team: null } as const
}

/** What the page shows: days that were picked stay those days, a length goes with the time. */
const shownBy = ({ report, own, length, team }: ReportAddress) => ({
  report,
  team: team ?? null,
  ...(own ? { length: null, ...own } : { length, from: null, to: null }),
})

const keptBy = ({ report, length, from, to, team }: SavedReport) => ({
  report,
  length,
  from,
  to,
  team: team?.id ?? null,
})
