import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSession } from '../../features/people/web/client/viewer.ts'
import { Loading } from '../../platform/ui/pieces.tsx'
import { EmptyState } from '../../platform/ui/states.tsx'
import { TabStrip } from '../../platform/ui/TabStrip.tsx'
import classes from './AdminPage.module.css'

interface Section {
  id: string
  label: string
  permission: string
  Panel: ComponentType
}

const sections: readonly Section[] = [
  {
    id: 'people',
    label: 'People',
    permission: 'manage_users',
    Panel: lazy(async () => ({ default: (await import('./PeopleSection.tsx')).PeopleSection })),
  },
  {
    id: 'teams',
    label: 'Teams',
    permission: 'can_view_team',
    Panel: lazy(async () => ({ default: (await import('../../features/people/web/TeamsPanel.tsx')).TeamsPanel })),
  },
  {
    id: 'rights',
    label: 'Rights',
    permission: 'manage_users',
    Panel: lazy(async () => ({ default: (await import('../../features/people/web/RightsPanel.tsx')).RightsPanel })),
  },
  {
    id: 'tags',
    label: 'Tags',
    permission: 'manage_users',
    Panel: lazy(async () => ({ default: (await import('../../features/tags/web/TagsPanel.tsx')).TagsPanel })),
  },
  {
    id: 'hand-overs',
    label: 'Hand-overs',
    permission: 'manage_users',
    Panel: lazy(async () => ({
      default: (await import('../../features/transfers/web/HandOversPanel.tsx')).HandOversPanel,
    })),
  },
  {
    id: 'listing-feed',
    label: 'Listing feed',
    permission: 'manage_maintenance',
    Panel: lazy(async () => ({ default: (await import('../../features/alerts/web/FeedPanel.tsx')).FeedPanel })),
  },
  {
    id: 'features',
    label: 'Features',
    permission: 'manage_users',
    Panel: lazy(async () => ({
      default: (await import('./FeaturesSection.tsx')).FeaturesSection,
    })),
  },
  {
    id: 'system',
    label: 'System',
    permission: 'manage_maintenance',
    Panel: lazy(async () => ({
      default: (await import('../../features/settings/web/MaintenancePanel.tsx')).MaintenancePanel,
    })),
  },
  {
    id: 'audit',
    label: 'Audit log',
    permission: 'view_audit_log',
    Panel: lazy(async () => ({ default: (await import('../../features/audit/web/AuditPanel.tsx')).AuditPanel })),
  },
]

/** Administration: people and what they may do, the state of the system, and who changed what. The address holds the section. */
export function AdminPage() {
  const { permissions } = useSession()
  const search: { section?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const open = sections.filter(({ permission }) => permissions.includes(permission))
  const section = open.find(({ id }) => id === search.section) ?? open[0]
  if (!section) return <EmptyState title="Nothing to administer">Your rights open no section of this page.</EmptyState>
  const { Panel } = section
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
