import { Button } from '@mantine/core'
import { IconMail, IconMessage2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { Template } from '../contract.ts'
import { byUse } from '../rules/templates.ts'
import { addTemplate, deleteTemplate, templatesQuery } from './client.ts'
import { TemplateList } from './list/TemplateList.tsx'
import { WaitingList } from './list/WaitingList.tsx'
import { MessagesActions } from './messages/MessagesActions.tsx'
import { NewTemplateDialog, type NewTemplateKind } from './NewTemplateDialog.tsx'
import { NoTemplate, NoTemplates } from './NoTemplates.tsx'
import { allOf, grouped, type Shown, shownKinds } from './rules/list.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import classes from './Templates.module.css'

/** The templates, with one of them open. On narrow windows the list and the template are two screens. */
export function TemplatesTab({ id }: { id: string | null }) {
  const wide = useIsWide()
  const { data, error, refetch } = useQuery(templatesQuery)
  const [adding, setAdding] = useState<NewTemplateKind | null>(null)
  const { open, shown, show } = useAddress()
  const templates = data ? byUse(allOf(data)) : []
  const first = grouped({ templates, adding: [] }, { shown, search: '' })[0]?.templates[0]
  // A wide window has room for one beside the list: the first, until one is chosen.
  const openId = id === null ? (wide && first ? first.id : null) : Number(id)
  const template = templates.find(each => each.id === openId)
  useTemplateKeys({ templates, template, shown, open, add: setAdding })
  const dialog = adding && (
    <NewTemplateDialog
      kind={adding}
      onAdded={added => {
        setAdding(null)
        open(added.id)
      }}
      onClose={() => setAdding(null)}
    />
  )
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  return (
    <>
      <MessagesActions>
        <AddButtons onAdd={setAdding} isShort={!wide} />
      </MessagesActions>
      {dialog}
      {data && templates.length === 0 ? (
        <NoTemplates onAdd={setAdding} />
      ) : (
        <div className={classes.screen} data-open={openId !== null || undefined}>
          {openId === null && <h1 className="visually-hidden">Templates</h1>}
          {data ? (
            <TemplateList templates={templates} openId={Number(openId)} shown={shown} onShow={show} />
          ) : (
            <WaitingList />
          )}
          {template && (
            <TemplateEditor
              key={`${template.id} ${template.version}`}
              template={template}
              onCopy={() => void copy(template, open)}
              onDelete={() => {
                open(null)
                void deleteTemplate(template)
              }}
            />
          )}
          {data && !template && openId !== null && <NoTemplate />}
        </div>
      )}
    </>
  )
}

function AddButtons({ onAdd, isShort }: { onAdd(kind: NewTemplateKind): void; isShort: boolean }) {
  const addText = () => onAdd({ platform: 'text' })
  const addEmail = () => onAdd({ platform: 'email' })
  if (isShort)
    return (
      <>
        <Button variant="default" size="xl" px={12} aria-label="Text template" onClick={addText}>
          <IconMessage2 size={20} stroke={1.6} />
        </Button>
        <Button size="xl" px={12} aria-label="E-mail template" onClick={addEmail}>
          <IconMail size={20} stroke={1.6} />
        </Button>
      </>
    )
  return (
    <>
      <Button variant="default" leftSection={<IconMessage2 size={15} stroke={1.6} aria-hidden />} onClick={addText}>
        Text template
      </Button>
      <Button
        leftSection={<IconPlus size={15} stroke={1.6} aria-hidden />}
        rightSection={<KeyHint keys="T" />}
        aria-label="E-mail template"
        aria-keyshortcuts="t"
        onClick={addEmail}
      >
        E-mail template
      </Button>
    </>
  )
}

/** The address holds which template is open, and what the list is narrowed to. */
function useAddress() {
  const navigate = useNavigate()
  const search: { show?: unknown } = useSearch({ strict: false })
  const shown = shownKinds.find(({ id }) => id === search.show)?.id ?? 'all'
  return {
    shown,
    show: (next: Shown) =>
      void navigate({ to: '.', search: (next === 'all' ? {} : { show: next }) as never, replace: true }),
    open: (id: number | null) =>
      void (id === null
        ? navigate({ to: '/messages', search: true })
        : navigate({ to: '/messages/$id', params: { id: String(id) }, search: true })),
  }
}

/** Makes a template of one's own from another one. */
function copy(template: Template, open: (id: number) => void): Promise<unknown> {
  const { name, subject, content, platform } = template
  return undoable({
    run: () => addTemplate({ name: `${name.slice(0, 73)}, copy`, subject, content, platform }),
    said(added) {
      open(added.id)
      return `“${name}” copied to yours.`
    },
  })
}

interface TemplateKeys {
  templates: readonly Template[]
  template: Template | undefined
  shown: Shown
  open(id: number): void
  add(kind: NewTemplateKind): void
}

function useTemplateKeys({ templates, template, shown, open, add }: TemplateKeys): void {
  const move = (step: number) => {
    const rows = grouped({ templates, adding: [] }, { shown, search: '' }).flatMap(group => group.templates)
    const next = rows[rows.findIndex(({ id }) => id === template?.id) + step]
    if (typeof next?.id === 'number') open(next.id)
  }
  useShortcuts([
    { keys: 'j', label: 'Next template', group: 'Templates', run: () => move(1) },
    { keys: 'k', label: 'Previous template', group: 'Templates', run: () => move(-1) },
    { keys: 't', label: 'New e-mail template', group: 'Templates', run: () => add({ platform: 'email' }) },
    { keys: 'T', label: 'New text template', group: 'Templates', run: () => add({ platform: 'text' }) },
  ])
}
