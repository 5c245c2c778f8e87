import { NumberInput, Switch, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FrameSection, SettingRow } from '../../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { callSettingsQuery, saveCallSettings } from '../client/calls.ts'
import { Extensions } from './Extensions.tsx'

/** How calls are recorded, and how callers are greeted whom nobody answers. Saved with each change. */
export function CallSettingsPanel() {
  const { data, error, refetch } = useQuery(callSettingsQuery)
  const save = useMutation({
    mutationFn: saveCallSettings,
    onSuccess: () => void notify('Saved. It holds for the next call.'),
    onError: failure => void notifyFailure(sentenceOf(failure)),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const text = (name: 'notice' | 'greeting', label: string, placeholder?: string) => (
    <Textarea
      key={data[name]}
      aria-label={label}
      w={420}
      maw="100%"
      autosize
      minRows={2}
      maxLength={500}
      placeholder={placeholder}
      defaultValue={data[name] ?? ''}
      onBlur={event => {
        const value = event.currentTarget.value.trim()
        if (value !== (data[name] ?? '')) save.mutate({ [name]: name === 'greeting' ? value || null : value })
      }}
    />
  )
  return (
    <>
      <FrameSection title="Calls">
        <SettingRow
          name="Record calls"
          meaning="Calls from the browser and to the brokerage’s number. The other side hears the notice first; whoever talks can pause, and stop when they say no."
          control={
            <Switch
              aria-label="Record calls"
              checked={data.is_recorded}
              onChange={event => save.mutate({ is_recorded: event.currentTarget.checked })}
            />
          }
        />
        <SettingRow
          name="Notice"
          meaning="Said before a call is connected, both ways: that it is recorded, and what for. It is kept with the call."
          control={text('notice', 'Notice')}
        />
        <SettingRow
          name="Days"
          meaning="Recordings and voicemails are deleted when they are older."
          control={
            <NumberInput
              key={data.keep_days}
              aria-label="Days for which recordings are kept"
              w={96}
              min={1}
              max={3650}
              allowDecimal={false}
              defaultValue={data.keep_days}
              onBlur={event => {
                const value = Number(event.currentTarget.value)
                if (value >= 1 && value !== data.keep_days) save.mutate({ keep_days: value })
              }}
            />
          }
        />
        <SettingRow
          name="Greeting"
          meaning="What callers hear before the tone when nobody answers."
          control={text('greeting', 'Greeting', 'You have reached us. Nobody can take your call right now.')}
        />
      </FrameSection>
      <Extensions />
    </>
  )
}
