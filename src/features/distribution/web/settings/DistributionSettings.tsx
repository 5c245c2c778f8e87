import { MultiSelect, NumberInput, Switch, TagsInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FrameSection, SettingRow } from '../../../../platform/ui/frame/Frame.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { type DistributionSettings, type OfferChannel, offerChannels } from '../../rules/states.ts'
import { saveSettings, settingsQuery } from '../client.ts'

/** How new leads without an agent are offered. */
export function DistributionSettingsPanel() {
  const { data, error, refetch } = useQuery(settingsQuery)
  const save = useMutation({
    mutationFn: saveSettings,
    onSuccess: () => void notify('Saved. It holds for the next offer.'),
    onError: failure => void notifyFailure(sentenceOf(failure)),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const number = (name: Count, label: string, max: number) => (
    <NumberInput
      aria-label={label}
      w={96}
      min={1}
      max={max}
      allowDecimal={false}
      defaultValue={data[name]}
      onBlur={event => {
        const value = Number(event.currentTarget.value)
        if (value >= 1 && value !== data[name]) save.mutate({ [name]: value })
      }}
    />
  )
  return (
    <FrameSection title="New leads">
      <SettingRow
        name="Offer new leads"
        meaning="A new lead without an agent is offered to one agent after the other. Off, it rests until somebody offers it."
        control={
          <Switch
            aria-label="Offer new leads"
            checked={data.is_on}
            onChange={event => save.mutate({ is_on: event.currentTarget.checked })}
          />
        }
      />
      <SettingRow
        name="Minutes to answer"
        meaning="After these the offer passes to the next agent."
        control={number('offer_minutes', 'Minutes to answer', 1440)}
      />
      <SettingRow
        name="Agents before the pool"
        meaning="When so many did not take the lead, anybody may claim it."
        control={number('max_agents', 'Agents before the pool', 20)}
      />
      <SettingRow
        name="Untouched leads"
        meaning="Agents with so many new leads that nobody was in touch with get no more until they caught up."
        control={number('max_untouched', 'Untouched leads', 10_000)}
      />
      <SettingRow
        name="Sources that wait"
        meaning="Leads of these sources rest until somebody offers them from their page."
        control={
          <TagsInput
            aria-label="Sources that wait"
            w={240}
            value={data.resting_sources}
            onChange={resting_sources => save.mutate({ resting_sources })}
          />
        }
      />
      <SettingRow
        name="How offers reach agents"
        meaning="Beside the screen. Each agent chooses among these under Notifications; what nobody saw for 30 seconds is texted."
        control={
          <MultiSelect
            aria-label="How offers reach agents"
            w={240}
            data={channelOptions}
            value={data.offer_channels}
            onChange={channels => save.mutate({ offer_channels: offerChannels.filter(one => channels.includes(one)) })}
          />
        }
      />
    </FrameSection>
  )
}

const channelOptions: { value: OfferChannel; label: string }[] = [
  { value: 'push', label: 'Push' },
  { value: 'text', label: 'Text' },
  { value: 'email', label: 'E-mail' },
]

type Count = keyof Pick<DistributionSettings, 'offer_minutes' | 'max_agents' | 'max_untouched'>
