import { Textarea } from '@mantine/core'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { type Assignment, dealDocumentCalls, type RequiredDocument } from '../contract.ts'
import { refetchDocuments } from './client.ts'

interface RejectPagesProps {
  dealId: number
  required: Pick<RequiredDocument, 'id' | 'title'>
  assignment: Pick<Assignment, 'id' | 'document_name'>
  onClose(): void
}

/** Asks what is wrong with a document, and rejects it. */
export function RejectPages({ dealId, required, assignment, onClose }: RejectPagesProps) {
  const entry = useCallForm(dealDocumentCalls.review, {
    initial: { reason: '' },
    inputOf: ({ reason }) => ({
      dealId,
      id: required.id,
      assignment_id: assignment.id,
      state: 'rejected' as const,
      reason: reason.trim(),
    }),
    failed: error => serverSentence(error, 'Failed to update checklist.'),
    async onSaved() {
      notify(`${required.title} is rejected.`)
      await refetchDocuments()
      onClose()
    },
  })
  const { form } = entry
  return (
    <FormDialog
      title={`Reject ${required.title}`}
      action="Reject"
      form={entry}
      maySubmit={form.values.reason.trim() !== ''}
      onClose={onClose}
    >
      <Textarea
        label={`What is wrong with ${assignment.document_name}?`}
        description="The agents on the deal read it."
        data-autofocus
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
