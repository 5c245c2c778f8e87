import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowLeft, IconCopy, IconDots, IconSend, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DraftMark } from '../../../platform/ui/marks/DraftMark.tsx'
import { Badge, KeyHint } from '../../../platform/ui/pieces.tsx'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import type { Template } from '../contract.ts'
import { type TemplateComposer, templateComposers } from './extensions.ts'
import { usePendingTemplates } from './pending.ts'
import { Previews } from './preview/Previews.tsx'
import { useExample } from './preview/useExample.ts'
import { answeredOf, groups } from './rules/list.ts'
import { TemplateFieldset } from './TemplateFieldset.tsx'
import classes from './Templates.module.css'
import { useTemplateForm } from './useTemplateForm.ts'

const MINUTE = 60_000
const SAVE = 'mod+s'

interface TemplateEditorProps {
  template: Template
  onCopy(): void
  onDelete(): void
}

/** The template that is open: what it says, and how leads read it. */
export function TemplateEditor({ template, onCopy, onDelete }: TemplateEditorProps) {
  const example = useExample()
  const entry = useTemplateForm(template, () => undefined)
  const { form, draft, isSending, failure, submit } = entry
  const isSaving = usePendingTemplates().saving.has(template.id)
  const save = () => void submit()
  useShortcuts(
    [{ keys: SAVE, label: 'Save the template', group: 'Templates', run: save, whileTyping: true }],
    template.may_change && draft.dirty,
  )
  return (
    <section className={classes.editor} aria-label={template.name} aria-busy={isSaving || undefined}>
      <EditorHead template={template} onCopy={onCopy} onDelete={onDelete} />
      <div className={classes.columns}>
        <form
          className={classes.form}
          onSubmit={event => void submit(event)}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && template.may_change) save()
          }}
        >
          <div className={classes.scroller}>
            <TemplateFieldset
              form={form}
              platform={template.platform}
              isMarketing={template.is_marketing}
              example={example}
              readOnly={!template.may_change}
            />
          </div>
          <EditorFoot template={template} entry={{ draft, isSending, failure }} onCopy={onCopy} />
        </form>
        <Previews
          platform={template.platform}
          subject={form.values.subject}
          content={form.values.content}
          example={example}
        />
      </div>
    </section>
  )
}

interface EditorFootProps {
  template: Template
  entry: Pick<ReturnType<typeof useTemplateForm>, 'draft' | 'isSending' | 'failure'>
  onCopy(): void
}

/** Saves or throws away what was changed; a template of the brokerage is copied instead. */
function EditorFoot({ template, entry: { draft, isSending, failure }, onCopy }: EditorFootProps) {
  if (!template.may_change)
    return (
      <footer className={classes.foot} data-keep-clear>
        <span className={classes.footText}>Administrators change the templates of the brokerage.</span>
        <Button type="button" variant="default" onClick={onCopy}>
          Copy to yours
        </Button>
      </footer>
    )
  return (
    <footer className={classes.foot} data-keep-clear>
      <span className={classes.footText}>
        {failure === null ? (
          <DraftMark draft={draft} />
        ) : (
          <span role="alert" className={classes.failure}>
            {failure}
          </span>
        )}
      </span>
      <Button type="button" variant="subtle" color="gray" disabled={!draft.dirty || isSending} onClick={draft.clear}>
        Discard
      </Button>
      <Button
        type="submit"
        loading={isSending}
        disabled={!draft.dirty}
        rightSection={<KeyHint keys={printedKeys(SAVE)} />}
      >
        Save
      </Button>
    </footer>
  )
}

function EditorHead({ template, onCopy, onDelete }: TemplateEditorProps) {
  const { name, platform, is_marketing, is_preconstruction, may_change } = template
  return (
    <header className={classes.head}>
      <Link to="/messages" search={true} className={classes.back} aria-label="All templates">
        <IconArrowLeft size={18} stroke={1.6} aria-hidden />
      </Link>
      <div className={classes.titles}>
        <h1>
          <span>{name}</span>{' '}
          <Badge hue={platform === 'email' ? 'blue' : 'violet'}>{platform === 'email' ? 'E-mail' : 'Text'}</Badge>
          {is_marketing && is_preconstruction && <Badge hue="indigo">Precon</Badge>}
        </h1>
        <Facts template={template} />
      </div>
      <Button variant="default" leftSection={<IconCopy size={15} stroke={1.6} aria-hidden />} onClick={onCopy}>
        Copy
      </Button>
      {templateComposers
        .parts()
        .filter(composer => composer.platform === platform)
        .map(composer => (
          <UseButton key={composer.id} composer={composer} template={template} />
        ))}
      {may_change && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon aria-label="More" title="More">
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={onDelete}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </header>
  )
}

function UseButton({ composer, template }: { composer: TemplateComposer; template: Template }) {
  const use = () => composer.open(template)
  useShortcuts([{ keys: 'u', label: 'Use the template', group: 'Templates', run: use }])
  return (
    <Button
      leftSection={<IconSend size={15} stroke={1.6} aria-hidden />}
      rightSection={<KeyHint keys="U" />}
      onClick={use}
    >
      Use
    </Button>
  )
}

/** Whose it is, how often it was sent, and who changed it last. */
function Facts({ template }: { template: Template }) {
  const now = useNow(MINUTE)
  const { is_own, is_marketing, uses, uses_this_month, updated_at, updated_by } = template
  const group = groups.find(({ id }) => id === (is_marketing ? 'marketing' : is_own ? 'own' : 'default'))
  const used =
    uses === 0
      ? 'not sent yet'
      : `sent ${count(uses)} ${uses === 1 ? 'time' : 'times'}${uses_this_month > 0 ? `, ${count(uses_this_month)} this month` : ''}`
  const by = !is_own && updated_by ? ` by ${updated_by}` : ''
  return (
    <p>
      {group?.label} · {used}
      {uses > 0 && ` · ${answeredOf(template)}`} · last changed {shortDay(updated_at, now)}
      {by}
    </p>
  )
}
