import { useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useSession } from '../../features/people/web/client/viewer.ts'
import { type AdminSection, adminSections, type SectionStanding } from '../../features/settings/web/extensions.ts'
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

/** A section with how it stands. */
interface OpenSection extends SectionStanding {
  section: AdminSection
}

const always: SectionStanding = { isShown: true, count: null }

/** The sections that somebody may open, in their order. */
function useOpenSections(permissions: readonly string[]): OpenSection[] {
  return adminSections
    .parts()
    .map(section => {
      const mayOpen = permissions.includes(section.permission)
      // biome-ignore lint/correctness/useHookAtTopLevel: the list is the same for as long as the page is open, so the order of its hooks is, too
      return { section, mayOpen, ...(section.useStanding?.(mayOpen) ?? always) }
    })
    .filter(({ mayOpen }) => mayOpen)
}

/** Administration: people and what they may do, the state of the system, and who changed what. The address holds the section. */
export function AdminPage() {
  const { permissions } = useSession()
  const search: { section?: unknown } = useSearch({ strict: false })
  const open = useOpenSections(permissions)
  const shown = open.filter(({ isShown }) => isShown !== false)
  const [landing, setLanding] = useState<string | null>(null)
  const asked = search.section ?? landing
  const { section, isShown = null } = open.find(one => one.section.id === asked) ?? shown[0] ?? {}
  useBreadcrumbs(section ? [{ label: section.label }] : [])
  if (!section)
    return (
      <EmptyState isPage title="Nothing to administer">
        You don’t have access to any section of this page.
      </EmptyState>
    )
  if (isShown === null && asked === null) return <Loading />
  // Whoever came without an address stays where they are when a section before or after it comes or goes.
  if (asked === null) setLanding(section.id)
  const Panel = panelOf(section)
  return (
    <Frame
      title={section.label}
      note={section.note}
      navigation={<AdminNavigation sections={shown} current={section.id} />}
    >
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Frame>
  )
}
