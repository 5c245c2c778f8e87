import { ActionIcon, Button, Menu, Textarea } from '@mantine/core'
import { IconBan, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { z } from 'zod'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { useDraftForm } from '../../../platform/web/forms/useDraftForm.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { RefusalReasons } from '../../outbound/web/pieces.tsx'
import { useSession } from '../../people/web/client/viewer.ts'
import { fillTemplate, parseTemplate } from '../../templates/rules/placeholders.ts'
import { templatesQuery, valuesQuery } from '../../templates/web/client.ts'
import { TextCounter, timesUsed } from '../../templates/web/pieces.tsx'
import { MAX_PICTURES, MAX_TEXT, type Text, TextPicture, textCalls } from '../contract.ts'
import { NO_TEXTS, TEXT_MESSAGES } from '../rules/feature.ts'
import { AddPictureButton, ChosenPictures, useAddPictures } from './ChosenPictures.tsx'
import { reachQuery, refetchTexts, sendText } from './client.ts'
import classes from './TextComposer.module.css'

interface TextComposerProps {
  leadId: number
  /** Shown above the field. */
  above?: ReactNode
  /** Text to begin with, from a text that was not delivered; each time another object. */
  again?: { body: string } | null
  /** Under a conversation, a card on a page, or in a dialog, which has drawn a box around it. */
  place?: 'thread' | 'page' | 'dialog'
  /** The text was taken. */
  onSent?: () => void
}

const Draft = z.object({
  body: z.string(),
  pictures: z.array(TextPicture).default([]),
  template_id: z.number().nullable().default(null),
})
type Draft = z.output<typeof Draft>

const empty: Draft = { body: '', pictures: [], template_id: null }
const readDraft = (stored: unknown): Draft | null => Draft.safeParse(stored).data ?? null

/** Writes a text to a lead. Where that is not allowed, it says why in the place of the button, and what is typed stays. */
export function TextComposer({ leadId, above, again = null, place = 'thread', onSent }: TextComposerProps) {
  const { data: reach } = useQuery(reachQuery(leadId))
  const [isPicking, setPicking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { form, failure, isSending, submit } = useDraftForm<typeof textCalls.send, Draft, Text>(textCalls.send, {
    initial: empty,
    draft: { name: `text-${leadId}`, parse: readDraft },
    inputOf: draft => ({ leadId, ...fieldsOf(draft) }),
    send: (_input, { idempotencyKey }, draft) => sendText(leadId, fieldsOf(draft), { idempotencyKey }),
    staysOpen: true,
    onSaved: () => {
      onSent?.()
      return refetchTexts()
    },
  })
  const { body, pictures } = form.values
  const setBody = (next: string) => form.setFieldValue('body', next)
  const writeAgain = useEffectEvent((body: string) => {
    setBody(body)
    field.current?.focus()
  })
  useEffect(() => {
    if (again) writeAgain(again.body)
  }, [again])
  const isOn = useSession().user?.features.includes(TEXT_MESSAGES) ?? false
  const refusals = reach?.text.refusals ?? []
  const isRefused = !isOn || refusals.length > 0
  const isEmpty = body.trim() === '' && pictures.length === 0
  const { isAdding, add } = useAddPictures(leadId, picture =>
    form.setFieldValue('pictures', before => [...before, picture]),
  )
  const addFiles = (files: readonly File[]) => void add(files, MAX_PICTURES - pictures.length)
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0 || isRefused) return
    event.preventDefault()
    addFiles(files)
  }
  const maySend = !isEmpty && !isRefused && !isAdding
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '/' && isEmpty) {
      event.preventDefault()
      setPicking(true)
    } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && maySend) {
      event.preventDefault()
      void submit()
    }
  }
  return (
    <form
      className={classes.composer}
      data-place={place}
      data-keep-clear={place === 'thread' ? '' : undefined}
      aria-label="Text"
      onSubmit={event => {
        event.preventDefault()
        if (maySend) void submit()
      }}
    >
      {above}
      <Textarea
        ref={field}
        variant="unstyled"
        className={classes.field}
        classNames={{ input: classes.input }}
        aria-label="Text message"
        placeholder="Write a text, or / for a template"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_TEXT}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        {...form.getInputProps('body')}
      />
      <ChosenPictures
        pictures={pictures}
        onRemove={id =>
          form.setFieldValue(
            'pictures',
            pictures.filter(picture => picture.id !== id),
          )
        }
      />
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={classes.foot}>
        <TemplateMenu
          leadId={leadId}
          isOpen={isPicking}
          onOpen={setPicking}
          onPick={picked => form.setValues(picked)}
        />
        {!isRefused && <AddPictureButton count={pictures.length} isAdding={isAdding} onFiles={addFiles} />}
        <span className={classes.counter}>
          <TextCounter text={body} onReplace={(sign, by) => setBody(body.replaceAll(sign, by))} />
        </span>
        {isRefused ? (
          <p className={classes.refused} role="note">
            <IconBan size={15} stroke={1.6} aria-hidden /> {isOn ? <RefusalReasons refusals={refusals} /> : NO_TEXTS}
          </p>
        ) : (
          <Button
            type="submit"
            loading={isSending}
            disabled={!maySend}
            rightSection={<KeyHint keys={printedKeys('mod+Enter')} />}
          >
            Send
          </Button>
        )}
      </div>
    </form>
  )
}

const fieldsOf = ({ body, pictures, template_id }: Draft) => ({
  body,
  picture_ids: pictures.map(({ id }) => id),
  template_id,
})

interface TemplateMenuProps {
  leadId: number
  isOpen: boolean
  onOpen(isOpen: boolean): void
  onPick(picked: Pick<Draft, 'body' | 'template_id'>): void
}

/** Text templates, the most used first, filled in with what is known of the lead. */
function TemplateMenu({ leadId, isOpen, onOpen, onPick }: TemplateMenuProps) {
  const { data: lists } = useQuery({ ...templatesQuery, enabled: isOpen })
  const { data: values } = useQuery({ ...valuesQuery(leadId), enabled: isOpen })
  const templates = [...(lists?.customText ?? []), ...(lists?.defaultText ?? [])].sort((a, b) => b.uses - a.uses)
  const fill = (content: string) => (values ? fillTemplate(parseTemplate(content), values) : content)
  return (
    <Menu opened={isOpen} onChange={onOpen} position="top-start" withinPortal>
      <Menu.Target>
        <ActionIcon size="md" aria-label="Templates" title="Templates (/)">
          <IconTemplate size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.templates}>
        {templates.length === 0 && <Menu.Label>No text templates yet</Menu.Label>}
        {templates.map(template => (
          <Menu.Item
            key={template.id}
            rightSection={<span className={classes.use}>{timesUsed(template)}</span>}
            onClick={() => onPick({ body: fill(template.content), template_id: template.id })}
          >
            {template.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
