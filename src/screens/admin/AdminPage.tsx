import { useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSession } from '../../features/people/web/client/viewer.ts'
import { type AdminSection, adminSections } from '../../features/settings/web/extensions.ts'
import { Frame } from '../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../platform/ui/pieces.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import { useBreadcrumbs } from '../../platform/web/page/breadcrumbs.ts'
import { AdminNavigation } from './AdminNavigation.tsx'

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
  const open = adminSections.parts().filter(({ permission }) => permissions.includes(permission))
  const section = open.find(({ id }) => id === search.section) ?? open[0]
  useBreadcrumbs(section ? [{ label: section.label }] : [])
  if (!section)
    return <EmptyState title="Nothing to administer">You don’t have access to any section of this page.</EmptyState>
  const Panel = panelOf(section)
  return (
    <Frame
      title={section.label}
      note={section.note}
      navigation={<AdminNavigation sections={open} current={section.id} />}
    >
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Frame>
  )
}
