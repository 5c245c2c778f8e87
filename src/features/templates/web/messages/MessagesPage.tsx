import { useNavigate, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { TabStrip } from '../../../../platform/ui/TabStrip.tsx'
import { useBreadcrumbs } from '../../../../platform/web/page/breadcrumbs.ts'
import { type MessagesTab, messagesTabs } from '../extensions.ts'
import { TemplatesTab } from '../TemplatesTab.tsx'
import { ActionsPlace } from './MessagesActions.tsx'
import classes from './MessagesPage.module.css'

const TEMPLATES = 'templates'

/** Each is fetched when it is first opened. */
const panels = new Map<string, MessagesPanel>()
type MessagesPanel = ComponentType<{ record: string | null }>

function panelOf({ id, load }: MessagesTab): MessagesPanel {
  const Panel = panels.get(id) ?? lazy(async () => ({ default: await load() }))
  panels.set(id, Panel)
  return Panel
}

/** `/messages`: the templates, with one open at `/messages/{id}`, and the tabs that other features add. */
export function MessagesPage() {
  const { id = null, record = null } = useParams({ strict: false }) as { id?: string; record?: string }
  const navigate = useNavigate()
  const [actionsAt, setActionsAt] = useState<HTMLElement | null>(null)
  const others = messagesTabs.parts()
  const open = others.find(tab => tab.id === id)
  useBreadcrumbs([{ label: open?.label ?? 'Templates' }])
  const Panel = open && panelOf(open)
  return (
    <ActionsPlace value={actionsAt}>
      <div className={classes.page} data-fills>
        {/* An open template has its own. */}
        {open && <h1 className="visually-hidden">{open.label}</h1>}
        <TabStrip
          label="Messages"
          tabs={[
            { id: TEMPLATES, label: 'Templates' },
            ...others.map(tab => ({ id: tab.id, label: <TabLabel tab={tab} /> })),
          ]}
          active={open?.id ?? TEMPLATES}
          onSelect={tab =>
            void (tab === TEMPLATES
              ? navigate({ to: '/messages' })
              : navigate({ to: '/messages/$id', params: { id: tab } }))
          }
          actions={<div ref={setActionsAt} className={classes.actions} />}
        />
        <div className={classes.panel} role="tabpanel" aria-labelledby={`tab-${open?.id ?? TEMPLATES}`}>
          <Suspense fallback={<Loading />}>{Panel ? <Panel record={record} /> : <TemplatesTab id={id} />}</Suspense>
        </div>
      </div>
    </ActionsPlace>
  )
}

const useNoCount = () => null

function TabLabel({ tab: { label, useCount = useNoCount } }: { tab: MessagesTab }) {
  const count = useCount()
  return (
    <>
      {label} {count !== null && count > 0 && <span className={classes.count}>{count}</span>}
    </>
  )
}
