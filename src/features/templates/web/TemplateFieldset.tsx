import { Checkbox, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import type { CallForm } from '../../../platform/web/forms/useCallForm.ts'
import type { TemplatePlatform } from '../contract.ts'
import { fillTemplate, type PlaceholderName, parseTemplate, placeholders } from '../rules/placeholders.ts'
import { NAME_LENGTH } from '../rules/templates.ts'
import { PlaceholderEditor } from './editor/PlaceholderEditor.tsx'
import type { Example } from './preview/useExample.ts'
import type { TemplateDraft } from './rules/draft.ts'
import classes from './Templates.module.css'
import { TextCounter } from './TextCounter.tsx'

interface TemplateFieldsetProps {
  form: CallForm<TemplateDraft>['form']
  platform: TemplatePlatform
  isMarketing: boolean
  example: Example
  readOnly?: boolean
  autoFocus?: boolean
}

/** What a template consists of: its name, the subject of an e-mail, and the content, with the placeholders to put in. */
export function TemplateFieldset({ form, platform, isMarketing, example, readOnly, autoFocus }: TemplateFieldsetProps) {
  const focused = useRef<Editor | null>(null)
  const { values, errors } = form
  const shared = { values: example.values, readOnly: readOnly ?? false, onFocus: setFocused }
  function setFocused(editor: Editor) {
    focused.current = editor
  }
  const insert = (name: PlaceholderName) =>
    focused.current
      ?.chain()
      .focus()
      .insertContent([{ type: 'placeholder', attrs: { name } }])
      .run()
  return (
    <div className={classes.fields}>
      <TextInput
        label="Name"
        maxLength={NAME_LENGTH}
        readOnly={readOnly}
        data-autofocus={autoFocus || undefined}
        {...form.getInputProps('name')}
      />
      {platform === 'email' && (
        <PlaceholderEditor
          kind="line"
          label="Subject"
          value={values.subject}
          error={errors.subject}
          onChange={subject => form.setFieldValue('subject', subject)}
          {...shared}
        />
      )}
      <PlaceholderEditor
        kind={platform}
        label="Content"
        hint="Write, and type {{ for a placeholder"
        value={values.content}
        error={errors.content}
        onChange={content => form.setFieldValue('content', content)}
        {...shared}
      />
      {platform === 'text' && (
        <TextCounter
          text={example.values ? fillTemplate(parseTemplate(values.content), example.values) : values.content}
          {...(!readOnly && {
            onReplace: (sign: string, by: string) => form.setFieldValue('content', values.content.replaceAll(sign, by)),
          })}
        />
      )}
      {isMarketing && (
        <Checkbox
          label="About pre-construction"
          disabled={readOnly}
          {...form.getInputProps('is_preconstruction', { type: 'checkbox' })}
        />
      )}
      {!readOnly && (
        <fieldset className={classes.placeholders}>
          <legend>Placeholders</legend>
          {placeholders.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              title={label}
              className={classes.placeholder}
              // The editor holds on to its cursor.
              onPointerDown={event => event.preventDefault()}
              onClick={() => insert(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
