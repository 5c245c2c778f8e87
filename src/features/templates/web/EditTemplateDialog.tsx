import { Button } from '@mantine/core'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import type { Template } from '../contract.ts'
import { useExample } from './preview/useExample.ts'
import { TemplateFieldset } from './TemplateFieldset.tsx'
import classes from './Templates.module.css'
import { useTemplateForm } from './useTemplateForm.ts'

/** Changes a template over another screen. */
export function EditTemplateDialog({
  template,
  onClose,
  onDelete,
}: {
  template: Template
  onClose(): void
  onDelete(): void
}) {
  const example = useExample()
  const entry = useTemplateForm(template, onClose)
  const { name, content } = entry.form.values
  return (
    <FormDialog
      title={template.name}
      action="Save"
      form={entry}
      maySubmit={template.may_change && name.trim() !== '' && content.trim() !== ''}
      size={640}
      onClose={onClose}
    >
      <TemplateFieldset
        form={entry.form}
        platform={template.platform}
        isMarketing={template.is_marketing}
        example={example}
        readOnly={!template.may_change}
      />
      {template.may_change && (
        <div className={classes.remove}>
          <Button variant="subtle" color="red" size="xs" onClick={onDelete}>
            Delete the template
          </Button>
          {entry.draft.dirty && (
            <Button variant="subtle" color="gray" size="xs" disabled={entry.isSending} onClick={entry.draft.clear}>
              Discard changes
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  )
}
