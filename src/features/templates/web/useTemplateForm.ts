import { useMemo } from 'react'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { useReplaceTheirs } from '../../../platform/web/forms/useReplaceTheirs.ts'
import { type Template, templateCalls } from '../contract.ts'
import { saveTemplate } from './client.ts'
import { draftOf, parseTemplateDraft } from './rules/draft.ts'

/** The form that changes a template. What is typed survives a reload; of two people who change it, the second one is told. */
export function useTemplateForm(template: Template, onSaved: (template: Template) => void) {
  const initial = useMemo(() => draftOf(template), [template])
  const entry = useDraftForm(templateCalls.update, {
    initial,
    draft: { name: `template-${template.id}`, parse: parseTemplateDraft },
    inputOf: ({ name, subject, content, is_preconstruction }) => ({
      id: template.id,
      name,
      subject,
      content,
      platform: template.platform,
      ...(template.is_marketing && { is_preconstruction }),
    }),
    send: ({ id, ...fields }, { idempotencyKey }, { version }) => saveTemplate(id, fields, { version, idempotencyKey }),
    onSaved,
  })
  return { ...entry, failure: useReplaceTheirs(entry, 'template') }
}
