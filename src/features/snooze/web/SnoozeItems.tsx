import { Menu } from '@mantine/core'
import { IconBell, IconZzz } from '@tabler/icons-react'
import { region } from '../../../product/region/region.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { isSnoozed, snoozeTime } from '../rules.ts'
import { openSnooze } from './client/open.ts'
import { wakeLead } from './client/snooze.ts'

/** Snoozes a lead, or wakes one that is snoozed, in a menu about them. */
export function SnoozeItems({ lead }: { lead: LeadRow }) {
  const zone = useSession().user?.zone ?? region.zone
  const { snoozed_until } = lead
  const isAsleep = snoozed_until !== null && isSnoozed(snoozed_until, new Date())
  return (
    <>
      {isAsleep && <Menu.Label>Snoozed until {snoozeTime(snoozed_until, zone)}</Menu.Label>}
      {isAsleep && (
        <Menu.Item leftSection={<IconBell size={15} stroke={1.6} />} onClick={() => void wakeLead(lead)}>
          Wake now
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconZzz size={15} stroke={1.6} />} onClick={() => openSnooze({ lead, reason: '' })}>
        {isAsleep ? 'Snooze longer' : 'Snooze'}
      </Menu.Item>
    </>
  )
}
