import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { type Lead, type LeadRow, MergedInto } from '../../features/leads/contract/record.ts'
import { leadPagePath } from '../../features/leads/rules.ts'
import { dropLeads, knownRow, patchLeads } from '../../features/leads/web/client/leadCache.ts'
import { leadQuery } from '../../features/leads/web/client/leads.ts'
import { useNow } from '../../features/leads/web/client/useNow.ts'
import { useViewer } from '../../features/leads/web/client/useViewer.ts'
import { leadPanels } from '../../features/leads/web/extensions.ts'
import { EditLead, LeadHeader, LeadProfile, LeadScore, RentalPanel } from '../../features/leads/web/pieces/leadPage.ts'
import { leadIdOf, leadName, NO_PROFILES } from '../../features/leads/web/pieces/wording.ts'
import { LeadTags } from '../../features/tags/web/pieces.tsx'
import { Timeline } from '../../features/timeline/web/pieces.tsx'
import { SentLead } from '../../features/transfers/web/pieces.tsx'
import { Loading } from '../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../platform/ui/states.tsx'
import { ApiError } from '../../platform/web/calls/apiErrors.ts'
import { useBreadcrumbs } from '../../platform/web/page/breadcrumbs.ts'
import { useIsWide, useViewportWidth } from '../../platform/web/viewport.ts'
import { LeadComposer } from './LeadComposer.tsx'
import classes from './LeadPage.module.css'
import type { LeadParts } from './leadParts.ts'
import { openNoteTask } from './modals/noteTask.ts'
import { PanelsInOrder } from './PanelsInOrder.tsx'
import { PhoneParts } from './phone/PhoneParts.tsx'
import { RecordStepper } from './RecordStepper.tsx'
import { SideParts } from './SideParts.tsx'
import { useLeadKeys } from './useLeadKeys.ts'

/** `/leads/{first}_{last}_{id}`. An address without an id leads to the list. */
export function LeadPage() {
  const { slug } = useParams({ strict: false })
  const id = leadIdOf(slug ?? '')
  return id === null ? <Navigate to="/leads" replace /> : <KnownLead key={id} id={id} />
}

/** One lead: shown at once with what the list knew, and kept up to date while it is open. */
function KnownLead({ id }: { id: number }) {
  const client = useQueryClient()
  const [known] = useState(() => knownRow(client, id))
  const query = useQuery(leadQuery(id))
  const lead: (LeadRow & Partial<Lead>) | undefined = query.data ?? known
  const isGone = query.error !== null && 'status' in query.error && query.error.status === 404
  useEffect(() => {
    if (isGone) dropLeads(client, new Set([id]))
  }, [client, id, isGone])
  const went = MergedInto.safeParse(query.error && 'data' in query.error ? query.error.data : null)
  if (went.success) return <Navigate to={leadPagePath(went.data.merged_into)} replace />
  if (isGone) return lead ? <GoneLead lead={lead} /> : <NoSuchLead />
  if (isForbidden(query.error)) return <NotAllowed />
  if (isOffline(query.error) && !query.data) return <NotOnDevice lead={lead} />
  if (query.error && !lead) {
    return (
      <ErrorState isPage error={query.error} onRetry={() => void query.refetch()}>
        The lead is safe; only this page could not be loaded.
      </ErrorState>
    )
  }
  if (query.data && isOnlySent(query.data)) return <SentLead lead={query.data} />
  return lead ? (
    <LeadScreen lead={lead} whole={query.data ?? null} />
  ) : (
    <div className={classes.screen} data-fills aria-busy>
      <Loading />
    </div>
  )
}

/** Sent to the reader and not accepted yet: what is told of such a lead has no version. */
const isOnlySent = (lead: Lead): boolean => lead.version === 0

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === 'offline'

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** Without a network the panels would each say that they failed: one line says it for all, under what the list knew. */
function NotOnDevice({ lead }: { lead: LeadRow | undefined }) {
  return (
    <div className={classes.screen} data-fills>
      {lead && <RecordStepper id={lead.id} />}
      <div className={classes.missing} role="status">
        {lead && <h1>{leadName(lead)}</h1>}
        <p>Not on this device yet</p>
      </div>
    </div>
  )
}

const wayBack = (
  <Button size="md" component="a" href="/leads">
    Go to the leads
  </Button>
)

/** The lead stands in lists, and its profile is for others. */
function NotAllowed() {
  return (
    <EmptyState isPage title="Not allowed" actions={wayBack}>
      {NO_PROFILES}
    </EmptyState>
  )
}

function NoSuchLead() {
  return (
    <EmptyState isPage title="Page not found." actions={wayBack}>
      This lead does not exist, or you don’t have access to it.
    </EmptyState>
  )
}

/** It was here a moment ago. */
function GoneLead({ lead }: { lead: LeadRow }) {
  return (
    <EmptyState isPage title={`${leadName(lead)} is no longer here`} actions={wayBack}>
      The lead was deleted or transferred while it was open.
    </EmptyState>
  )
}

interface LeadScreenProps {
  lead: LeadRow & Partial<Lead>
  /** The lead as its own call answered it; `null` while that is on its way. */
  whole: Lead | null
}

function LeadScreen({ lead, whole }: LeadScreenProps) {
  const wide = useIsWide()
  const now = useNow()
  const { zone } = useViewer()
  useBreadcrumbs([{ label: leadName(lead) }])
  useLeadKeys(lead.id)
  const parts = useParts({ lead, whole, now, zone })
  // The header is painted first, with what the list knew; the panels are made right after, in room that is kept for them.
  const isHeaderShown = useDeferredValue(true, false)
  return (
    <div className={classes.screen} data-fills data-lead-page>
      <RecordStepper id={lead.id} />
      <LeadHeader lead={lead} now={now} zone={zone} onTask={() => openNoteTask({ lead, variant: 'task' })} />
      {isHeaderShown &&
        (wide ? <Columns lead={lead} {...parts} /> : <PhoneParts parts={parts} lead={lead} now={now} zone={zone} />)}
    </div>
  )
}

/** Whether the form is open: the address says so for those who come to edit. */
function useEditing(): [boolean, (editing: boolean) => void] {
  const { edit } = useSearch({ strict: false }) as { edit?: number }
  const navigate = useNavigate()
  return [
    edit === 1,
    editing =>
      void navigate({
        to: '.',
        search: (({ edit: _, ...rest }: object & { edit?: number }) =>
          editing ? { ...rest, edit: 1 } : rest) as never,
        replace: true,
      }),
  ]
}

/** The three parts of the page: what is known, what happened, what comes next. */
function useParts({ lead, whole, now, zone }: LeadScreenProps & { now: Date; zone: string }): LeadParts {
  const client = useQueryClient()
  const [editing, setEditing] = useEditing()
  return {
    know: (
      <>
        <LeadScore lead={lead} now={now} zone={zone} />
        {editing && whole ? (
          <EditLead lead={whole} onDone={() => setEditing(false)} />
        ) : (
          <LeadProfile lead={lead} now={now} zone={zone} onEdit={whole ? () => setEditing(true) : null} />
        )}
        <RentalPanel lead={lead} />
        <LeadTags lead={lead} />
      </>
    ),
    happened: (
      <>
        <LeadComposer
          lead={lead}
          onSaved={({ last_contacted_at }) => patchLeads(client, new Map([[lead.id, { last_contacted_at }]]))}
        />
        <Timeline leadId={lead.id} zone={zone} now={now} />
      </>
    ),
    next: (
      <PanelsInOrder
        leadId={lead.id}
        panels={leadPanels.parts().map(({ id, Panel }) => <Panel key={id} lead={lead} now={now} zone={zone} />)}
      />
    ),
  }
}

/** The narrowest window with room for three columns. */
const THREE_COLUMNS = 1200

function Columns({ lead, know, happened, next }: LeadParts & Pick<LeadScreenProps, 'lead'>) {
  const hasRoom = useViewportWidth() >= THREE_COLUMNS
  if (!hasRoom) {
    return (
      <div className={classes.columns}>
        <SideParts lead={lead} know={know} next={next} />
        <div className={classes.middle}>{happened}</div>
      </div>
    )
  }
  return (
    <div className={classes.columns}>
      <aside className={classes.side} aria-label="Lead details">
        {know}
      </aside>
      <div className={classes.middle}>{happened}</div>
      <aside className={classes.side} aria-label="What comes next">
        {next}
      </aside>
    </div>
  )
}
