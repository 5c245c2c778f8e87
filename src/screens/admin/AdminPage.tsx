import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSession } from '../../features/people/web/client/viewer.ts'
import { type AdminSection, adminSections } from '../../features/settings/web/extensions.ts'
import { Loading } from '../../platform/ui/pieces.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import { TabStrip } from '../../platform/ui/TabStrip.tsx'
import classes from './AdminPage.module.css'

/** Each is fetched when it is first opened. */
const panels = new Map<string, ComponentType>()

function panelOf({ id, load }: AdminSection): ComponentType {
  const Panel = panels.get(id) ?? lazy(async () => ({ default: await load() }))
  panels.set(id, Panel)
  return Panel
}

/** Administration: people and what they may do, the state of the system, and who changed what. The address holds the section. */
export function AdminPage() {
  const { permissions } = useSession()
  const search: { section?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const open = adminSections.parts().filter(({ permission }) => permissions.includes(permission))
  const section = open.find(({ id }) => id === search.section) ?? open[0]
  if (!section)
    return <EmptyState title="Nothing to administer">You don’t have access to any section of this page.</EmptyState>
  const Panel = panelOf(section)
  return (
    <>
      <h1 className="visually-hidden">Administration</h1>
      <div className={classes.tabs}>
        <TabStrip
          label="Sections"
          tabs={open}
          active={section.id}
          onSelect={id => void navigate({ to: '/admin', search: { section: id } })}
        />
      </div>
      <div role="tabpanel" aria-labelledby={`tab-${section.id}`}>
        <Suspense fallback={<Loading />}>
          <Panel />
        </Suspense>
      </div>
    </>
  )
}
