import { Button, Checkbox, NativeSelect, Switch } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { clockText, timesEvery } from '../../../platform/wire/clock.ts'
import type { KindPreference, NotificationSettings, Preferences } from '../contract.ts'
import { type PreferenceChannel, type PreferenceSwitch, preferenceChannels } from '../rules/channels.ts'
import { preferencesQuery, resetPreferences, savePreference, saveSettings } from './client.ts'
import { Devices } from './Devices.tsx'
import classes from './Notifications.module.css'
import { waitText } from './wording.ts'

const onError = (error: unknown) => void notifyFailure(sentenceOf(error))

/** What reaches the person, and how: browsers, quiet hours, and each kind by channel. Saved at each press. */
export function PreferencesPanel() {
  const { data, error, refetch } = useQuery(preferencesQuery)
  const save = useMutation({ mutationFn: saveSettings, onError })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <section className={classes.preferences} aria-label="What reaches you">
      <h2>On your devices</h2>
      <Devices preferences={data} />
      <Times settings={data.settings} onChange={settings => save.mutate(settings)} />
      <Kinds preferences={data} />
    </section>
  )
}

function Times({
  settings,
  onChange,
}: {
  settings: NotificationSettings
  onChange: (settings: Partial<NotificationSettings>) => void
}) {
  const { is_quiet, quiet_from, quiet_until, shows_names, digest_at } = settings
  const time = (name: 'quiet_from' | 'quiet_until' | 'digest_at', label: string, value: string) => (
    <NativeSelect
      aria-label={label}
      data={timesWith(value)}
      value={value}
      onChange={event => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <div className={classes.times}>
      <Switch
        label="Show names when locked"
        checked={shows_names}
        onChange={event => onChange({ shows_names: event.currentTarget.checked })}
      />
      <div className={classes.timeRow}>
        <Switch
          label="Quiet hours"
          description="New leads offered to you still come through, and whatever you let through below"
          checked={is_quiet}
          onChange={event => onChange({ is_quiet: event.currentTarget.checked })}
        />
        {is_quiet && (
          <span className={classes.span}>
            {time('quiet_from', 'Quiet from', quiet_from)} to {time('quiet_until', 'Quiet until', quiet_until)}
          </span>
        )}
      </div>
      <div className={classes.timeRow}>
        <Switch
          label="Daily e-mail of what is unread"
          checked={digest_at !== null}
          onChange={event => onChange({ digest_at: event.currentTarget.checked ? '08:00' : null })}
        />
        {digest_at !== null && (
          <span className={classes.span}>at {time('digest_at', 'Time of the daily e-mail', digest_at)}</span>
        )}
      </div>
    </div>
  )
}

/** Every half hour of a day, and the one that is chosen. */
const timesWith = (chosen: string) =>
  [...new Set([...timesEvery(30), chosen])].sort().map(value => ({ value, label: clockText(value) }))

const channelNames: Readonly<Record<PreferenceChannel, string>> = {
  screen: 'Here',
  push: 'Push',
  text: 'Text',
  email: 'E-mail',
}

function Kinds({ preferences }: { preferences: Preferences }) {
  const reset = useMutation({ mutationFn: resetPreferences, onError })
  const { kinds, texts, settings } = preferences
  return (
    <>
      <header className={classes.kindsHead}>
        <h2>What reaches you, and how</h2>
        <Button size="compact-xs" variant="subtle" loading={reset.isPending} onClick={() => reset.mutate()}>
          Reset
        </Button>
      </header>
      <table className={classes.kinds}>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            {preferenceChannels.map(channel => (
              <th key={channel} scope="col">
                {channelNames[channel]}
              </th>
            ))}
            {settings.is_quiet && (
              <th scope="col" className={classes.narrow}>
                Quiet hours
              </th>
            )}
            <th scope="col">If not seen</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(kind => (
            <KindRow key={kind.kind} kind={kind} hasTexts={texts === 'on'} isQuiet={settings.is_quiet} />
          ))}
        </tbody>
      </table>
      <p className={classes.small}>
        Kinds with a lock always show here, or always come through quiet hours. What you saw on one device counts as
        seen on all.
        {texts === 'no_number' && ' Texts need a phone number: ask an administrator to add yours.'}
        {texts === 'off' && ' Texts are not set up here.'}
      </p>
    </>
  )
}

function KindRow({ kind, hasTexts, isQuiet }: { kind: KindPreference; hasTexts: boolean; isQuiet: boolean }) {
  const save = useMutation({
    mutationFn: ({ channel, isOn }: { channel: PreferenceSwitch; isOn: boolean }) =>
      savePreference(kind.kind, channel, isOn),
    onError,
  })
  const { fallback } = kind
  const instead =
    fallback && !kind[fallback.channel] && (fallback.channel === 'email' || hasTexts)
      ? `${fallback.channel === 'text' ? 'text' : 'e-mail'} after ${waitText(fallback.seconds)}`
      : null
  return (
    <tr>
      <th scope="row">
        {kind.label}
        {instead && <span className={classes.instead}>{instead} if not seen</span>}
      </th>
      {preferenceChannels.map(channel => (
        <td key={channel}>
          {channel === 'screen' && kind.is_always_shown ? (
            <IconLock size={14} stroke={1.6} role="img" aria-label="Always" />
          ) : (
            <Checkbox
              aria-label={`${kind.label}: ${channelNames[channel]}`}
              checked={kind[channel]}
              disabled={channel === 'text' && !hasTexts}
              onChange={event => save.mutate({ channel, isOn: event.currentTarget.checked })}
            />
          )}
        </td>
      ))}
      {isQuiet && (
        <td>
          {kind.is_urgent ? (
            <IconLock size={14} stroke={1.6} role="img" aria-label="Always" />
          ) : (
            <Checkbox
              aria-label={`${kind.label}: also in quiet hours`}
              checked={kind.in_quiet_hours}
              onChange={event => save.mutate({ channel: 'in_quiet_hours', isOn: event.currentTarget.checked })}
            />
          )}
        </td>
      )}
      <td>{instead ?? '–'}</td>
    </tr>
  )
}
