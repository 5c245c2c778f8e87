import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { useOffline } from '../../../../platform/web/calls/useOffline.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { pressFocused } from '../../../../platform/web/page/pressFocused.ts'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { timeOfDay } from '../../../../platform/web/time/time.ts'
import type { Pool, PooledLead } from '../../contract.ts'
import { NotifyButton } from '../NotifyButton.tsx'
import { countOf, type PoolFilters } from '../rules/filters.ts'
import { PoolFilterBar } from './PoolFilterBar.tsx'
import classes from './PoolList.module.css'
import { PoolPanel } from './PoolPanel.tsx'
import { PoolRow } from './PoolRow.tsx'
import view from './PoolView.module.css'
import { usePool } from './usePool.ts'

const MINUTE = 60_000
const BONES = [0, 1, 2, 3, 4, 5, 6, 7]

interface PoolViewProps {
  filters: PoolFilters
  onFilter(filters: PoolFilters): void
}

/** The pool in rows, with what is known of the one under the cursor. */
export function PoolView({ filters, onFilter }: PoolViewProps) {
  const now = useNow(MINUTE)
  const pool = usePool(filters)
  const isOffline = useOffline()
  const { page, rows, gone, current, claim } = pool
  const blockOf = ({ quota_type }: PooledLead) =>
    isOffline ? 'Needs a connection' : page?.quota?.used_up.includes(quota_type) ? 'Quota used' : null
  const lead = rows.find(({ id }) => id === current) ?? null
  const press = (pooled: PooledLead | null) => {
    if (pooled && blockOf(pooled) === null && !claim.isPending) claim.mutate(pooled.id)
  }
  useShortcuts([
    { keys: 'j', label: 'Next lead', group: 'Claim leads', run: () => pool.step(1) },
    { keys: 'k', label: 'Previous lead', group: 'Claim leads', run: () => pool.step(-1) },
    {
      keys: ' ',
      label: 'Claim the lead',
      group: 'Claim leads',
      run: () => void (pressFocused() || press(lead)),
    },
  ])
  return (
    <div className={view.view}>
      <div className={view.main}>
        <PoolFilterBar filters={filters} onChange={onFilter}>
          <NewButton waiting={pool.waiting} onShow={pool.showNew} />
          {page && (
            <output>
              <b>{count(page.pooled)}</b> in the pool · <b>{count(page.in_own_areas)}</b> in your areas
            </output>
          )}
        </PoolFilterBar>
        {page?.quota && page.quota.used_up.length > 0 && (
          <p className={view.note}>
            You have claimed what your quota allows{kindText(page.quota.used_up)}. It starts again{' '}
            {restartText(page.quota.restarts_at)}.
          </p>
        )}
        <PoolBody pool={pool} filters={filters} onFilter={onFilter}>
          {rows.map(row => (
            <PoolRow
              key={row.id}
              lead={row}
              now={now}
              isCurrent={row.id === current}
              isGone={gone.has(row.id)}
              isClaiming={claim.isPending && claim.variables === row.id}
              blocked={blockOf(row)}
              onChoose={() => pool.setCursor(row.id)}
              onClaim={() => press(row)}
            />
          ))}
        </PoolBody>
      </div>
      {lead && (
        <PoolPanel
          key={lead.id}
          lead={lead}
          now={now}
          isClaiming={claim.isPending}
          blocked={blockOf(lead)}
          onClaim={() => press(lead)}
        />
      )}
    </div>
  )
}

const kindText = (kinds: readonly string[]): string =>
  kinds.length > 1 ? '' : kinds[0] === 'rental' ? ' of renters' : ' of buyers and sellers'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' })
const restartText = (at: string): string => `on ${weekday.format(new Date(at))} at ${timeOfDay(at)}`

function NewButton({ waiting, onShow }: { waiting: number; onShow(): void }) {
  if (waiting === 0) return null
  return (
    <button type="button" className={view.arrived} onClick={onShow}>
      <IconArrowUp size={14} stroke={1.8} aria-hidden="true" />
      {waiting} new
    </button>
  )
}

interface PoolBodyProps extends PoolViewProps {
  pool: ReturnType<typeof usePool>
  children: React.ReactNode
}

function PoolBody({ pool, filters, onFilter, children }: PoolBodyProps) {
  const { page, rows, error, refetch, isFetchingNextPage, hasNextPage, fetchNextPage } = pool
  if (error && !page) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (page && rows.length === 0) return <NoLeads page={page} filters={filters} onFilter={onFilter} />
  return (
    <div className={classes.list}>
      <div className={classes.head} aria-hidden="true">
        <span>Signed up ↓</span>
        <span>Lead</span>
        <span>Type</span>
        <span>Price</span>
        <span>Location</span>
        <span>Site</span>
        <span>Score</span>
        <span>Contact</span>
        <span>Why here</span>
        <span />
      </div>
      {page ? (
        <ul aria-label="Leads of the pool">{children}</ul>
      ) : (
        BONES.map(bone => <div key={bone} className={classes.bone} />)
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

function NoLeads({ page, filters, onFilter }: PoolViewProps & { page: Pool }) {
  if (countOf(filters) > 0)
    return (
      <EmptyState
        title="No lead of the pool fits"
        actions={<Button onClick={() => onFilter({})}>Clear filters</Button>}
      >
        {page.pooled === 1 ? '1 lead is' : `${count(page.pooled)} leads are`} in the pool.
      </EmptyState>
    )
  return (
    <EmptyState title="The pool is empty" actions={<NotifyButton isOn={page.notices} />}>
      New leads are offered to agents first. We tell you when one lands here.
    </EmptyState>
  )
}
