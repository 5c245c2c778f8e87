import { useState } from 'react'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { type Template, type TemplatePlatform, templateCalls } from '../contract.ts'
import { addTemplate } from './client.ts'
import { useExample } from './preview/useExample.ts'
import { emptyTemplate, newTemplateName, parseTemplateDraft, type TemplateDraft } from './rules/draft.ts'
import { TemplateFieldset } from './TemplateFieldset.tsx'

/** What a new template is for. */
export interface NewTemplateKind {
  platform: TemplatePlatform
  /** For the whole brokerage. */
  isDefault?: boolean
  isMarketing?: boolean
  /** What it begins with, such as a suggestion. */
  begin?: Pick<TemplateDraft, 'name' | 'subject' | 'content'>
}

interface NewTemplateDialogProps {
  kind: NewTemplateKind
  onAdded(template: Template): void
  onClose(): void
}

const titleOf = ({ platform, isMarketing }: NewTemplateKind): string =>
  isMarketing ? 'New marketing template' : platform === 'email' ? 'New e-mail template' : 'New text template'

/** Writes a new template. It stands in the list at once, and leaves it when the server refuses. */
export function NewTemplateDialog({ kind, onAdded, onClose }: NewTemplateDialogProps) {
  const { platform, isDefault = false, isMarketing = false } = kind
  const example = useExample()
  const [initial] = useState(() => ({ ...emptyTemplate, ...kind.begin, is_marketing: isMarketing }))
  const entry = useDraftForm(templateCalls.create, {
    initial,
    draft: {
      name: `${newTemplateName(platform)}${isMarketing ? '-marketing' : isDefault ? '-default' : ''}`,
      parse: stored => (kind.begin ? null : parseTemplateDraft(stored)),
    },
    inputOf: ({ name, subject, content, is_preconstruction }) => ({
      name,
      subject,
      content,
      platform,
      ...(isDefault && { is_default: true }),
      ...(isMarketing && { is_marketing: true, is_preconstruction }),
    }),
    send: addTemplate,
    onSaved: onAdded,
  })
  const { name, content } = entry.form.values
  return (
    <FormDialog
      title={titleOf(kind)}
      action="Add"
      form={entry}
      maySubmit={name.trim() !== '' && content.trim() !== ''}
      size={640}
      onClose={onClose}
    >
      <TemplateFieldset form={entry.form} platform={platform} isMarketing={isMarketing} example={example} autoFocus />
    </FormDialog>
  )
}
