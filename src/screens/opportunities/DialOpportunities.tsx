import { Button } from '@mantine/core'
import { IconPhoneCall } from '@tabler/icons-react'
import { opportunityCalls } from '../../features/opportunities/contract.ts'
import { filtersOf } from '../../features/opportunities/rules/address.ts'
import { sentenceOf } from '../../platform/web/calls/apiErrors.ts'
import { call } from '../../platform/web/calls/call.ts'
import { notifyFailure } from '../../platform/web/page/notices.ts'
import { count } from '../../platform/web/text.ts'
import { dialDown, dialRowOf, MAX_DIALED, useMayDial } from '../dialer/startDialer.ts'
import { waysTo } from './reachOut.ts'
import type { OpportunitiesState } from './useOpportunities.ts'

/** Calls down the leads of a tab, each for its reason. It counts only those who have a number and did not take it back. */
export function DialOpportunities({ screen, title }: { screen: OpportunitiesState; title: string }) {
  const { address, rows, lastPage } = screen
  const leads = new Set(rows.filter(row => !row.hidden && waysTo(row).call).map(({ user }) => user.id))
  if (!useMayDial() || leads.size === 0) return null
  const start = async () => {
    try {
      const filters = { ...filtersOf(address), hidden: false }
      const { data } = await call(opportunityCalls.list, { list: address.tab, ...filters, perPage: MAX_DIALED })
      const dialed = data.filter(row => waysTo(row).call).map(row => dialRowOf(row.user, { why: row.description }))
      await dialDown(dialed, title)
    } catch (error) {
      notifyFailure(sentenceOf(error), () => void start())
    }
  }
  return (
    <Button leftSection={<IconPhoneCall size={15} stroke={1.6} aria-hidden />} onClick={() => void start()}>
      {lastPage > 1 ? 'Dial this list' : `Dial ${count(leads.size)} ${leads.size === 1 ? 'lead' : 'leads'}`}
    </Button>
  )
}
