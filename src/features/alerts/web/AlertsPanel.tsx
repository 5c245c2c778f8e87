import { ActionIcon, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { useShownError } from '../../../platform/web/page/failedParts.ts'
import { ConsentNote } from '../../consent/web/pieces.tsx'
import type { Alert, AlertKind } from '../contract/alerts.ts'
import { AlertItem } from './AlertItem.tsx'
import classes from './Alerts.module.css'
import { alertsQuery, failures } from './client.ts'
import { useAlertActions } from './useAlertActions.ts'

const AlertEditor = onDemand(async () => (await import('./editor/AlertEditor.tsx')).AlertEditor)
const AlertPreview = onDemand(async () => (await import('./AlertPreview.tsx')).AlertPreview)

interface AlertsPanelProps {
  lead: { id: number; first_name: string; last_name: string; roles_string: string }
  now: Date
  zone: string
}

interface Opened {
  kind: AlertKind
  /** `null` for a new one. */
  alert: Alert | null
  view: 'edit' | 'preview'
}

const text: Readonly<Record<AlertKind, { title: string; add: string; none: string }>> = {
  listing: {
    title: 'Listing alerts',
    add: 'Add a listing alert',
    none: 'No listing alerts yet. Add one to e-mail new homes and price changes to the lead.',
  },
  building: { title: 'Building alerts', add: 'Add a building alert', none: 'No building alerts yet.' },
}

/** The saved searches of a lead: by area, and for named buildings. */
export function AlertsPanel({ lead, now, zone }: AlertsPanelProps) {
  const actions = useAlertActions(lead.id)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data, error, refetch } = useQuery(alertsQuery(lead.id))
  useShownError(data ? null : error)
  const section = (kind: AlertKind, alerts: readonly Alert[] | undefined) => (
    <PanelSection
      title={text[kind].title}
      {...(alerts ? { count: alerts.length } : {})}
      action={
        <>
          {alerts && alerts.length > 1 && (
            <Button size="xs" variant="subtle" onClick={() => void actions.sendAll(kind, alerts)}>
              Send all
            </Button>
          )}
          <ActionIcon aria-label={text[kind].add} onClick={() => setOpened({ kind, alert: null, view: 'edit' })}>
            <IconPlus size={16} stroke={1.6} />
          </ActionIcon>
        </>
      }
    >
      {kind === 'listing' && error && !data && <Failed onRetry={() => void refetch()} />}
      {alerts && alerts.length > 0 && (
        <ConsentNote leadId={lead.id} channel="email" otherwise="These alerts are paused." onlyProblems />
      )}
      {alerts?.length === 0 && <p className={classes.none}>{text[kind].none}</p>}
      <ul className={classes.list}>
        {alerts?.map(alert => (
          <AlertItem
            key={alert.id}
            alert={alert}
            actions={actions}
            now={now}
            zone={zone}
            onOpen={view => setOpened({ kind, alert, view })}
          />
        ))}
      </ul>
    </PanelSection>
  )
  const close = () => setOpened(null)
  return (
    <>
      {section('listing', data?.listing_alerts)}
      {section('building', data?.building_alerts)}
      {opened?.view === 'edit' && (
        <AlertEditor
          lead={lead}
          kind={opened.kind}
          alert={opened.alert}
          onClose={close}
          onSend={alert => void actions.send(alert)}
        />
      )}
      {opened?.view === 'preview' && opened.alert && (
        <AlertPreview alert={opened.alert} actions={actions} onClose={close} />
      )}
    </>
  )
}

function Failed({ onRetry }: { onRetry(): void }) {
  return (
    <p className={classes.problem} role="alert">
      {failures.load}{' '}
      <Button size="compact-xs" variant="subtle" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
