import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import type { PlaceholderValues } from '../../templates/rules/placeholders.ts'
import { PlaceholderEditor } from '../../templates/web/pieces.tsx'
import { emailCalls } from '../contract.ts'
import { signatureQuery } from './client/emails.ts'

interface SignatureDialogProps {
  /** What the placeholders hold for the lead of the preview. */
  values: PlaceholderValues | null
  onClose(): void
}

/** What stands below every e-mail that the person writes. */
export function SignatureDialog(props: SignatureDialogProps) {
  const { data } = useQuery(signatureQuery)
  return data ? <SignatureForm {...props} content={data.content} /> : <Loading />
}

function SignatureForm({ values, content, onClose }: SignatureDialogProps & { content: string }) {
  const entry = useCallForm(emailCalls.setSignature, {
    initial: { content },
    inputOf: given => given,
    onSaved() {
      notify('Signature saved.')
      onClose()
    },
  })
  return (
    <FormDialog title="Your signature" action="Save" form={entry} size={560} onClose={onClose}>
      <PlaceholderEditor
        kind="email"
        label="Signature"
        hint="Stands below every e-mail that you write"
        value={entry.form.values.content}
        error={entry.form.errors.content}
        onChange={next => entry.form.setFieldValue('content', next)}
        values={values}
      />
    </FormDialog>
  )
}
