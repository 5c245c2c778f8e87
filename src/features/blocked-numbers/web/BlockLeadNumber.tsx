import { Menu } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { noQuery } from '../../../platform/web/calls/queryOf.ts'
import type { LeadMenuActionProps } from '../../leads/web/extensions.ts'
import { contactOf } from '../../leads/web/pieces/wording.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { NumberLookup } from '../contract.ts'
import { blockNumber, lookupQuery } from './client.ts'

/** Blocks the lead's number, in the menu of their page; an administrator does so for everybody. */
export function BlockLeadNumber({ lead }: LeadMenuActionProps) {
  const { phone } = contactOf(lead)
  const isForAll = useSession().permissions.includes('view_all_leads')
  const { data } = useQuery(phone ? lookupQuery(phone) : noQuery)
  if (!phone) return null
  const isBlocked = (data as NumberLookup | undefined)?.is_blocked ?? false
  return (
    <Menu.Item
      leftSection={<IconPhoneOff size={15} stroke={1.6} />}
      disabled={isBlocked}
      onClick={() => void blockNumber(phone)}
    >
      {isBlocked ? 'Number is blocked' : isForAll ? 'Block number for everybody' : 'Block number'}
    </Menu.Item>
  )
}
