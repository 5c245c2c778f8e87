import { Button, Menu } from '@mantine/core'
import { IconBraces, IconSignature, IconTemplate } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import type { CallForm } from '../../../platform/web/forms/useCallForm.ts'
import { type PlaceholderName, type PlaceholderValues, placeholders } from '../../templates/rules/placeholders.ts'
import { PlaceholderEditor, TemplatePicker } from '../../templates/web/pieces.tsx'
import classes from './Compose.module.css'
import type { EmailDraft } from './rules/draft.ts'

interface WritingProps {
  form: CallForm<EmailDraft>['form']
  /** What the placeholders hold for the lead of the preview. */
  values: PlaceholderValues | null
  /** Opens the signature, which stands below what is written. */
  onSignature(): void
}

/** Subject and body, with placeholders and templates. The server fills both for each lead as they go out. */
export function Writing({ form, values, onSignature }: WritingProps) {
  const [isPicking, setPicking] = useState(false)
  const focused = useRef<Editor | null>(null)
  const { subject, content, type } = form.values
  const shared = { values, isBare: true, onFocus: setFocused }
  function setFocused(editor: Editor) {
    focused.current = editor
  }
  const insert = (name: PlaceholderName) =>
    focused.current
      ?.chain()
      .focus()
      .insertContent([{ type: 'placeholder', attrs: { name } }])
      .run()
  const onSlash = (event: KeyboardEvent) => {
    const isInEditor = event.target instanceof HTMLElement && event.target.isContentEditable
    if (event.key !== '/' || content !== '' || !isInEditor) return
    event.preventDefault()
    event.stopPropagation()
    setPicking(true)
  }
  const tools = (
    <>
      <PlaceholderMenu onPick={insert} />
      <TemplatePicker
        platform="email"
        leadId={null}
        isMarketing={type === 'marketing'}
        opened={isPicking}
        onChange={setPicking}
        onPick={picked =>
          form.setValues({ subject: picked.subject, content: picked.content, template_id: picked.template.id })
        }
      >
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconTemplate size={15} stroke={1.6} aria-hidden />}
          rightSection={<KeyHint keys="/" />}
          onClick={() => setPicking(!isPicking)}
        >
          Template
        </Button>
      </TemplatePicker>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconSignature size={15} stroke={1.6} aria-hidden />}
        onClick={onSignature}
      >
        Signature
      </Button>
    </>
  )
  return (
    <>
      <div className={classes.subject}>
        <PlaceholderEditor
          kind="line"
          label="Subject"
          value={subject}
          error={form.errors.subject}
          onChange={next => form.setFieldValue('subject', next)}
          {...shared}
        />
      </div>
      <div className={classes.content} onKeyDownCapture={onSlash}>
        <PlaceholderEditor
          kind="email"
          label="Message"
          hint="Write, or / for a template"
          value={content}
          error={form.errors.content}
          onChange={next => form.setFieldValue('content', next)}
          tools={tools}
          {...shared}
        />
      </div>
    </>
  )
}

function PlaceholderMenu({ onPick }: { onPick(name: PlaceholderName): void }) {
  return (
    <Menu position="top-start" withinPortal returnFocus={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconBraces size={15} stroke={1.6} aria-hidden />}
        >
          Placeholder
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.placeholders}>
        {placeholders.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => onPick(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
