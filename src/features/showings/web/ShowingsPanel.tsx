import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useShownError } from '../../../platform/web/page/failedParts.ts'
import type { Showing } from '../contract.ts'
import { SHOWINGS_PAGE } from '../rules.ts'
import { removeShowing, SHOWINGS_FAILED, showingsQuery } from './client.ts'
import { ShowingActionModal, ShowingModal } from './pieces.tsx'
import type { ShowingAction } from './ShowingActionModal.tsx'
import { ShowingItem } from './ShowingItem.tsx'
import classes from './Showings.module.css'

interface ShowingsPanelProps {
  lead: { id: number; first_name: string }
  now: Date
}

/** The showings of a lead, five a page: those to come first. */
export function ShowingsPanel({ lead, now }: ShowingsPanelProps) {
  const [page, setPage] = useState(0)
  const [form, setForm] = useState<'new' | Showing | null>(null)
  const [asked, setAsked] = useState<{ showing: Showing; action: ShowingAction } | null>(null)
  const { data, error, refetch } = useQuery({ ...showingsQuery(lead.id, page), placeholderData: keepPreviousData })
  useShownError(data ? null : error)
  const total = data?.totalCount ?? 0
  return (
    <PanelSection
      title="Showings"
      {...(data ? { count: total } : {})}
      action={
        <ActionIcon aria-label="Book a showing" onClick={() => setForm('new')}>
          <IconPlus size={16} stroke={1.6} />
        </ActionIcon>
      }
    >
      {error && !data && (
        <p className={classes.failed} role="alert">
          {serverSentence(error, SHOWINGS_FAILED)}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && total === 0 && <p className={classes.none}>No showings yet.</p>}
      <ul className={classes.list}>
        {data?.data.map(showing => (
          <ShowingItem
            key={showing.id}
            showing={showing}
            name={lead.first_name}
            now={now}
            onEdit={() => setForm(showing)}
            onAction={action => {
              const isQuiet = action === 'delete' && showing.message === null
              if (isQuiet) void removeShowing(showing)
              else setAsked({ showing, action })
            }}
          />
        ))}
      </ul>
      {total > SHOWINGS_PAGE && <Pager page={page} total={total} onPage={setPage} />}
      {form && <ShowingModal lead={lead} showing={form === 'new' ? null : form} onClose={() => setForm(null)} />}
      {asked && <ShowingActionModal {...asked} clientName={lead.first_name} onClose={() => setAsked(null)} />}
    </PanelSection>
  )
}

function Pager({ page, total, onPage }: { page: number; total: number; onPage(page: number): void }) {
  const last = Math.ceil(total / SHOWINGS_PAGE) - 1
  const from = page * SHOWINGS_PAGE + 1
  return (
    <nav className={classes.pager} aria-label="Pages of showings">
      <span>
        {from} to {Math.min(total, from + SHOWINGS_PAGE - 1)} of {total}
      </span>
      <ActionIcon aria-label="Earlier showings" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={15} stroke={1.6} />
      </ActionIcon>
      <ActionIcon aria-label="Later showings" disabled={page >= last} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={15} stroke={1.6} />
      </ActionIcon>
    </nav>
  )
}
