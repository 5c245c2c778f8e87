import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DateTimeField } from '../../../../platform/ui/dates/DateTimeField.tsx'
import { FormDialog } from '../../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { ownRegion } from '../../../../platform/web/region.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import type { BrokerageListingDetail } from '../../../brokerage-listings/contract.ts'
import { agentOptionsQuery } from '../../../leads/web/client/leads.ts'
import { type OpenHouse, openHouseCalls } from '../../contract.ts'
import { refetchOpenHouses } from '../client.ts'
import classes from './OpenHouses.module.css'

interface PlanFormProps {
  listing: BrokerageListingDetail
  /** The one that is changed; `null` for a new one. */
  house: OpenHouse | null
  onClose(): void
}

const NOBODY = '0'

/** Plans an open house, or changes one. */
export function PlanForm({ listing, house, onClose }: PlanFormProps) {
  const { zone } = ownRegion()
  const { data: agents = [] } = useQuery(agentOptionsQuery)
  const clock = (at: string) => localNow(new Date(at), zone)
  const host = house ? house.host : listing.agent
  const entry = useCallForm(house ? openHouseCalls.update : openHouseCalls.plan, {
    initial: {
      date: house ? clock(house.starts_at).slice(0, 10) : '',
      from: house ? clock(house.starts_at).slice(11, 16) : '14:00',
      to: house ? clock(house.ends_at).slice(11, 16) : '16:00',
      host_agent_id: String(host?.id ?? NOBODY),
    },
    inputOf: ({ host_agent_id, ...hours }) => ({
      id: house?.id ?? listing.id,
      ...hours,
      host_agent_id: host_agent_id === NOBODY ? null : Number(host_agent_id),
    }),
    ...(house ? { version: house.version } : {}),
    async onSaved() {
      notify(house ? 'The open house is changed.' : 'The open house is planned.')
      await refetchOpenHouses()
      onClose()
    },
  })
  const { form } = entry
  const { date, from, to } = form.values
  return (
    <FormDialog
      title={house ? 'Change the open house' : 'Plan an open house'}
      action={house ? 'Save' : 'Plan it'}
      form={entry}
      maySubmit={date !== '' && from !== '' && to !== ''}
      onClose={onClose}
    >
      <div className={classes.hours}>
        <DateTimeField kind="date" label="Day" required zone={zone} isFirst {...form.getInputProps('date')} />
        <DateTimeField kind="time" label="From" required zone={zone} {...form.getInputProps('from')} />
        <DateTimeField kind="time" label="To" required zone={zone} {...form.getInputProps('to')} />
      </div>
      <Select
        label="Host"
        description="Gets visitors who are not leads yet. Without a host they are distributed like other new leads."
        data={agents}
        searchable
        allowDeselect={false}
        {...form.getInputProps('host_agent_id')}
      />
      <p className={classes.meta}>
        Visitors sign in on a tablet, from two hours before it begins until six hours after it ends.
      </p>
    </FormDialog>
  )
}
