import { Checkbox, FileInput } from '@mantine/core'
import { DateTimeField } from '../../../platform/ui/dates/DateTimeField.tsx'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { isoDay } from '../../../platform/web/time/time.ts'
import { doNotCallCalls, MAX_LIST_MB } from '../contract.ts'
import { refetchLists } from './client.ts'

interface Values extends Record<string, unknown> {
  file: File | null
  obtained_on: string
  allow_smaller: boolean
}

/** Sends a file with the list. */
export function ImportList({ onClose }: { onClose(): void }) {
  const today = isoDay(new Date())
  const initial: Values = { file: null, obtained_on: today, allow_smaller: false }
  const entry = useCallForm(doNotCallCalls.upload, {
    initial,
    inputOf: ({ file, obtained_on, allow_smaller }) => ({ obtained_on, allow_smaller, ...(file ? { file } : {}) }),
    onSaved() {
      onClose()
      void refetchLists()
    },
  })
  const { form } = entry
  return (
    <FormDialog
      title="Import a do-not-call list"
      action="Import"
      form={entry}
      maySubmit={form.values.file !== null}
      onClose={onClose}
    >
      <FileInput
        label="File"
        description={`One number of ten digits a line, as the list operator gives it out; plain or gzip, up to ${MAX_LIST_MB} MB.`}
        placeholder="Choose a file"
        accept=".csv,.txt,.gz,text/csv,text/plain,application/gzip"
        required
        {...form.getInputProps('file')}
      />
      <DateTimeField
        kind="date"
        prefers="past"
        label="Obtained on"
        description="Its age counts from this day."
        max={today}
        required
        {...form.getInputProps('obtained_on')}
      />
      <Checkbox
        label="This list is rightly much smaller than the last one"
        description="Otherwise a file with less than half of the numbers is taken for a broken download."
        {...form.getInputProps('allow_smaller', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
