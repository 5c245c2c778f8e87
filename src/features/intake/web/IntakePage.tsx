import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { AddButton } from '../../../platform/ui/AddButton.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { TabStrip } from '../../../platform/ui/TabStrip.tsx'
import type { IntakeSource } from '../contract/sources.ts'
import { AddSource } from './AddSource.tsx'
import { overviewQuery } from './client.ts'
import { EventList } from './EventList.tsx'
import classes from './Intake.module.css'
import { KeyDialog, type NewKey } from './KeyDialog.tsx'
import { MappingDialog } from './mapping/MappingDialog.tsx'
import { RefusedList } from './RefusedList.tsx'
import { SourceTable } from './SourceTable.tsx'
import { UnreadMails } from './UnreadMails.tsx'

const tabs = ['sources', 'unread', 'events', 'refused'] as const
type TabId = (typeof tabs)[number]

const counted = (count: number) => (count >= 10_000 ? '10,000+' : count.toLocaleString('en-CA'))

/** Where leads come from, what they sent, and what could not be read. */
export function IntakePage() {
  const asked = useSearch({ strict: false }) as { tab?: unknown }
  const tab: TabId = tabs.find(each => each === asked.tab) ?? 'sources'
  const navigate = useNavigate()
  const show = (next: TabId) => void navigate({ to: '.', search: (next === 'sources' ? {} : { tab: next }) as never })
  const { data, error, refetch } = useQuery(overviewQuery)
  const [isAdding, setAdding] = useState(false)
  const [mapping, setMapping] = useState<IntakeSource | null>(null)
  const [key, setKey] = useState<NewKey | null>(null)
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Intake</h1>
      <TabStrip
        label="Intake"
        tabs={[
          { id: 'sources', label: 'Sources', count: data.sources.length + 1 },
          { id: 'unread', label: 'Could not read', count: data.unread },
          { id: 'events', label: 'Events', count: counted(data.events) },
          { id: 'refused', label: 'Refused', count: data.refused },
        ]}
        active={tab}
        onSelect={show}
        actions={<AddButton label="Add source" onClick={() => setAdding(true)} />}
      />
      <div className={classes.part} role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'sources' && (
          <SourceTable
            overview={data}
            onKey={setKey}
            onUnread={() => show('unread')}
            onEvents={() => show('events')}
            onMap={setMapping}
          />
        )}
        {(tab === 'unread' || (tab === 'sources' && data.unread > 0)) && <UnreadMails isAlone={tab === 'unread'} />}
        {tab === 'events' && <EventList />}
        {tab === 'refused' && <RefusedList />}
      </div>
      {isAdding && <AddSource onClose={() => setAdding(false)} onAdded={setKey} />}
      {mapping && <MappingDialog source={mapping} onClose={() => setMapping(null)} />}
      {key && <KeyDialog given={key} onClose={() => setKey(null)} />}
    </div>
  )
}
