import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { TabStrip } from '../../../platform/ui/TabStrip.tsx'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { useBreadcrumbs } from '../../../platform/web/page/breadcrumbs.ts'
import { count } from '../../../platform/web/text.ts'
import type { Pool } from '../contract.ts'
import { ClaimedList } from './ClaimedList.tsx'
import classes from './ClaimLeads.module.css'
import { claimedQuery, poolQuery } from './client.ts'
import { PoolView } from './list/PoolView.tsx'
import { NotifyButton } from './NotifyButton.tsx'
import { PoolFilters } from './rules/filters.ts'

const Shown = z.object({ tab: z.enum(['pool', 'claimed']).catch('pool'), filters: PoolFilters.catch({}) })
type TabName = z.output<typeof Shown>['tab']

/** The pool of leads that any agent may claim, and what the agent claimed. The address holds the tab and the filters. */
export function ClaimLeadsPage() {
  const [{ tab, filters }, show] = useInAddress(Shown)
  const { data: pool } = useInfiniteQuery(poolQuery(filters))
  const { data: claimed } = useInfiniteQuery(claimedQuery)
  const page = pool?.pages[0] ?? null
  useBreadcrumbs([], page ? count(page.pooled) : null)
  return (
    <div className={classes.screen} data-fills>
      <h1 className="visually-hidden">Claim leads</h1>
      <TabStrip<TabName>
        label="Claim leads"
        tabs={[
          { id: 'pool', label: 'Pool', count: page ? count(page.pooled) : null },
          { id: 'claimed', label: 'Claimed by me', count: claimed ? count(claimed.pages[0]?.total ?? 0) : null },
        ]}
        active={tab}
        onSelect={next => show({ tab: next })}
        actions={page && <Actions page={page} />}
      />
      {tab === 'pool' ? (
        <PoolView key={JSON.stringify(filters)} filters={filters} onFilter={next => show({ filters: next })} />
      ) : (
        <ClaimedList />
      )}
    </div>
  )
}

function Actions({ page }: { page: Pool }) {
  return (
    <div className={classes.actions}>
      {page.quota && (
        <span className={classes.quota}>
          <Ring
            turn={page.quota.weekly === 0 ? 1 : page.quota.used / page.quota.weekly}
            size={18}
            label={`${page.quota.used} of ${page.quota.weekly} leads this week`}
            color={page.quota.used >= page.quota.weekly ? 'var(--kt-ink-3)' : 'var(--kt-accent)'}
          />
          {page.quota.used} of {page.quota.weekly}
          <span className={classes.week}> this week</span>
        </span>
      )}
      <NotifyButton isOn={page.notices} />
    </div>
  )
}
