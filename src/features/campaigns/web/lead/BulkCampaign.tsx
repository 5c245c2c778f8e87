import { Menu } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { count } from '../../../../platform/web/text.ts'
import { notifyBulk, sendExpected } from '../../../bulk/web/pieces.tsx'
import type { BulkActionProps } from '../../../leads/web/extensions.ts'
import type { Campaign } from '../../contract/records.ts'
import { addLeads, campaignsQuery } from '../client.ts'

/** Campaigns that can be started now, one's own first. */
export const startable = (campaigns: readonly Campaign[]): Campaign[] =>
  campaigns
    .filter(({ kind, state, problem }) => kind === 'series' && state === 'on' && problem === null)
    .toSorted((one, other) => Number(one.agent_id === null) - Number(other.agent_id === null))

/** Starts a campaign on the chosen leads; those who are left out are told with the reason. */
export function BulkCampaign({ chosen, onDone }: BulkActionProps) {
  const add = async ({ id, name }: Campaign) => {
    try {
      const answer = await sendExpected(chosen.selection, selection => addLeads(selection, id))
      if (!answer) return
      notifyBulk(answer.run, {
        done: ({ changed }) => `${changed === 1 ? '1 lead' : `${count(changed)} leads`} added to “${name}”.`,
      })
      onDone()
    } catch (error) {
      notifyFailure(sentenceOf(error))
    }
  }
  return (
    <Menu position="top-start" width={280} withinPortal>
      <Menu.Target>
        <button type="button">
          <IconRoute size={15} stroke={1.6} aria-hidden />
          Add to campaign
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Choices onPick={campaign => void add(campaign)} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Choices({ onPick }: { onPick(campaign: Campaign): void }) {
  const { data, error } = useQuery(campaignsQuery)
  const campaigns = startable(data?.data ?? [])
  if (error && !data) return <Menu.Label>{sentenceOf(error)}</Menu.Label>
  if (!data) return <Menu.Label>Loading...</Menu.Label>
  if (campaigns.length === 0) return <Menu.Label>No campaign is switched on.</Menu.Label>
  return campaigns.map(campaign => (
    <Menu.Item key={campaign.id} onClick={() => onPick(campaign)}>
      {campaign.name}
    </Menu.Item>
  ))
}
