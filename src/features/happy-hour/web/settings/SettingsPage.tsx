import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { Badge, Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { useCallForm } from '../../../../platform/web/forms/useCallForm.ts'
import { confirm } from '../../../../platform/web/page/confirm.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { fullTime } from '../../../../platform/web/time/time.ts'
import { minutesOf } from '../../../../platform/wire/clock.ts'
import { type HappyHourSettings, happyHourCalls, type SavedSettings } from '../../contract.ts'
import { settingsQuery } from '../client.ts'
import classes from './Settings.module.css'
import { SettingsFields } from './SettingsFields.tsx'
import { SettingsMeaning } from './SettingsMeaning.tsx'

/** What administrators set of happy hour, and what it comes to. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return <SettingsForm key={data.version} saved={data} />
}

const fieldsOf = ({
  version: _v,
  saved_at: _at,
  saved_by: _by,
  open_sessions: _open,
  ...fields
}: SavedSettings): HappyHourSettings => fields

const openText = (count: number): string =>
  `${count === 1 ? '1 session is' : `${count} sessions are`} open. New rules hold for whoever starts after this; open sessions go on as they began.`

function SettingsForm({ saved }: { saved: SavedSettings }) {
  const before = fieldsOf(saved)
  const { form, isSending, failure, submit } = useCallForm(happyHourCalls.saveSettings, {
    initial: before as HappyHourSettings & Record<string, unknown>,
    inputOf: values => values,
    check: ({ start, end }) =>
      minutesOf(end) <= minutesOf(start)
        ? { end: ['The end must be after the start.'] }
        : ({} as Record<string, string[]>),
    onSaved: () => notify('Happy hour settings saved.'),
  })
  const changed = new Set(
    (Object.keys(before) as (keyof HappyHourSettings)[]).filter(
      key => JSON.stringify(before[key]) !== JSON.stringify(form.values[key]),
    ),
  )
  useBlocker({
    shouldBlockFn: async () => !(await confirm('Leave without saving your changes?')),
    enableBeforeUnload: true,
    disabled: changed.size === 0 || isSending,
  })
  const save = async () => {
    if (changed.size === 0) return
    if (saved.open_sessions > 0 && !(await confirm(openText(saved.open_sessions)))) return
    await submit()
  }
  useShortcuts([
    { keys: 'mod+s', label: 'Save the settings', group: 'Settings', run: () => void save(), whileTyping: true },
  ])
  return (
    <div className={classes.screen} data-fills>
      <header className={classes.head}>
        <div>
          <h1>
            Happy hour settings{' '}
            {changed.size > 0 && (
              <Badge hue="amber">{changed.size === 1 ? '1 change' : `${changed.size} changes`}</Badge>
            )}
          </h1>
          <p>{saved.saved_by ? `Last saved ${fullTime(saved.saved_at)} by ${saved.saved_by.name}` : 'As delivered'}</p>
        </div>
        <Button size="md" variant="default" disabled={changed.size === 0} onClick={() => form.reset()}>
          Discard
        </Button>
        <Button size="md" loading={isSending} disabled={changed.size === 0} onClick={() => void save()}>
          Save settings
        </Button>
      </header>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <SettingsFields form={form} before={before} changed={changed} />
      <SettingsMeaning settings={form.values} saved={saved} />
    </div>
  )
}
