import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallForm } from '../../../../platform/web/forms/useCallForm.ts'
import type { PlaceholderValues } from '../../../templates/rules/placeholders.ts'
import { PlaceholderEditor, TemplatePicker } from '../../../templates/web/pieces.tsx'
import type { OneOffDraft } from '../rules/oneOff.ts'
import classes from './ComposeOneOff.module.css'

interface OneOffWritingProps {
  form: CallForm<OneOffDraft>['form']
  values: PlaceholderValues | null
}

/** Subject and body, in one's own words or from a marketing template. The server fills both for each lead. */
export function OneOffWriting({ form, values }: OneOffWritingProps) {
  const [isPicking, setPicking] = useState(false)
  const shared = { values, isBare: true }
  const tools = (
    <TemplatePicker
      platform="email"
      leadId={null}
      isMarketing
      opened={isPicking}
      onChange={setPicking}
      onPick={({ template, subject, content }) => form.setValues({ subject, content, template_id: template.id })}
    >
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconTemplate size={15} stroke={1.6} aria-hidden />}
        onClick={() => setPicking(!isPicking)}
      >
        Template
      </Button>
    </TemplatePicker>
  )
  return (
    <>
      <div className={classes.subject}>
        <PlaceholderEditor
          kind="line"
          label="Subject"
          value={form.values.subject}
          error={form.errors.subject}
          onChange={subject => form.setFieldValue('subject', subject)}
          {...shared}
        />
      </div>
      <div className={classes.content}>
        <PlaceholderEditor
          kind="email"
          label="Message"
          hint="Write, and type {{ for a placeholder"
          value={form.values.content}
          error={form.errors.content}
          onChange={content => form.setFieldValue('content', content)}
          tools={tools}
          {...shared}
        />
      </div>
    </>
  )
}
