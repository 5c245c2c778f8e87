import type { SentBy } from '../../../../platform/web/calls/call.ts'
import type { submissionCalls } from '../../contract.ts'
import { type DealForm, documentsOf, type FormFile } from './form.ts'

type Sent = SentBy<typeof submissionCalls.storeCoop>

const orNull = (text: string): string | null => text || null

/** What is sent of the form: the specification's names, lists with indices. Its files go before, in their order. */
export function submissionOf(form: DealForm, files: readonly FormFile[]): Sent {
  const { customDocuments: _custom, statedDocuments: _stated, ...rest } = form
  const loopFiles = files.flatMap(({ loop }, file) => (loop ? [{ file, ...loop }] : []))
  return {
    ...rest,
    acceptedPrice: form.acceptedPrice ?? 0,
    offerDate: orNull(form.offerDate),
    closingDate: orNull(form.closingDate),
    clients: form.clients.map(client => ({ ...client, email: orNull(client.email.trim()) })),
    commission_splits: form.commission_splits.map(({ agentOption, agentId, percentage, notes }) => ({
      ...(agentId === null ? { agentOption } : { agentId }),
      percentage,
      notes,
    })),
    requiredDocuments: documentsOf(form, files).map(({ title, isSubmitted, isRequired, isCustom, file }) => ({
      title,
      isSubmitted,
      isRequired,
      isCustom,
      file: file ? files.indexOf(file) : null,
    })),
    ...(loopFiles.length > 0 && { loopFiles }),
  }
}
