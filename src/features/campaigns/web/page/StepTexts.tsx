import { Button, Textarea } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { CallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { isAutomatic, type TaskType } from '../../../tasks/rules/tasks.ts'
import { type Example, type PickedTemplate, PlaceholderEditor, TemplatePicker } from '../../../templates/web/pieces.tsx'
import type { Campaign } from '../../contract/records.ts'
import { isCompared, type StepDraft } from '../rules/stepDraft.ts'
import { OtherWording, WordingMark } from './OtherWording.tsx'
import classes from './StepEditor.module.css'

type StepForm = CallForm<StepDraft>['form']

interface StepTextsProps {
  form: StepForm
  example: Example
  campaign: Campaign
}

/** What the step says, with placeholders, in one wording or two; from a template where one is picked. */
export function StepTexts({ form, example, campaign }: StepTextsProps) {
  const { values, errors, setValues } = form
  const { step_type: type, subject, content } = values
  const readOnly = !campaign.may_change
  const isMessage = type !== 'phone_call' && type !== 'reminder'
  if (!isMessage)
    return <Textarea label="What to do" minRows={3} autosize maxRows={10} {...form.getInputProps('content')} />
  const shared = { type, readOnly, example }
  return (
    <>
      {isCompared(values) && (
        <h3 className={classes.wording}>
          <WordingMark wording="a" /> First wording
        </h3>
      )}
      <WordingFields
        {...shared}
        labels={{ subject: 'Subject', content: 'Content' }}
        text={{ subject, content }}
        errors={{ subject: errors.subject, content: errors.content }}
        onChange={changed => setValues(changed)}
        onPick={({ template }) => setValues({ template_id: template.id })}
      />
      {isAutomatic(type) && (
        <OtherWording form={form} campaign={campaign}>
          <WordingFields
            {...shared}
            labels={{ subject: 'Subject of B', content: 'Content of B' }}
            text={{ subject: values.other_subject, content: values.other_content ?? '' }}
            errors={{ subject: errors.other_subject, content: errors.other_content }}
            onChange={changed =>
              setValues({
                ...(changed.subject === undefined ? {} : { other_subject: changed.subject }),
                ...(changed.content === undefined ? {} : { other_content: changed.content }),
              })
            }
          />
        </OtherWording>
      )}
    </>
  )
}

interface Text {
  subject: string
  content: string
}

interface WordingFieldsProps {
  type: TaskType
  readOnly: boolean
  example: Example
  labels: Text
  text: Text
  errors: Partial<Record<keyof Text, ReactNode>>
  onChange(text: Partial<Text>): void
  onPick?(picked: PickedTemplate): void
}

function WordingFields({ type, readOnly, example, labels, text, errors, onChange, onPick }: WordingFieldsProps) {
  const [isPicking, setIsPicking] = useState(false)
  const isEmail = type === 'auto_email'
  const shared = { values: example.values, readOnly }
  return (
    <>
      {(isEmail || type === 'manual_email') && (
        <PlaceholderEditor
          kind="line"
          label={labels.subject}
          value={text.subject}
          error={errors.subject}
          onChange={subject => onChange({ subject })}
          {...shared}
        />
      )}
      <PlaceholderEditor
        key={String(isEmail)}
        kind={isEmail ? 'email' : 'text'}
        label={labels.content}
        hint="Write, and type {{ for a placeholder"
        value={text.content}
        error={errors.content}
        onChange={content => onChange({ content })}
        {...shared}
      />
      {!readOnly && (
        <TemplatePicker
          platform={isEmail ? 'email' : 'text'}
          leadId={null}
          opened={isPicking}
          onChange={setIsPicking}
          onPick={picked => {
            onChange({ subject: picked.subject || text.subject, content: picked.content })
            onPick?.(picked)
          }}
        >
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.start}
            leftSection={<IconTemplate size={14} stroke={1.6} aria-hidden />}
            onClick={() => setIsPicking(!isPicking)}
          >
            Use a template
          </Button>
        </TemplatePicker>
      )}
    </>
  )
}
