import { Button, Select, Switch } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago } from '../../../platform/web/time/time.ts'
import type { ConnectionProps } from '../../google-accounts/web/extensions.ts'
import { ConnectionRow } from '../../google-accounts/web/pieces.tsx'
import { useSession } from '../../people/web/client/viewer.ts'
import type { CalendarSettings } from '../contract.ts'
import classes from './CalendarRow.module.css'
import { calendarChoicesQuery, calendarQuery, chooseCalendar, runCalendar } from './client.ts'

const MINUTE = 60_000
const onError = (error: Error) => void notifyFailure(sentenceOf(error))

/** The calendar of an agent: on or off, which one, when it was synchronized, and what is wrong. */
export function CalendarRow({ account }: ConnectionProps) {
  const { isAgent } = useSession()
  const { data } = useQuery({ ...calendarQuery, enabled: isAgent })
  const choose = useMutation({ mutationFn: chooseCalendar, onError })
  const isConnected = account.calendar === 'connected'
  if (!isAgent) return null
  return (
    <ConnectionRow
      icon={IconCalendarEvent}
      title="Google Calendar"
      state={<State account={account} settings={data} />}
      about={
        <>
          <p>
            Tasks with a time and showings are events in your calendar. Move an event, and the task or showing moves
            with it.
          </p>
          {data?.problem && isConnected && <p className={classes.problem}>{data.problem}</p>}
        </>
      }
    >
      {isConnected && data && (
        <div className={classes.controls}>
          <Switch
            label="Synchronize"
            checked={data.is_on}
            disabled={choose.isPending}
            onChange={event => choose.mutate({ is_on: event.currentTarget.checked })}
          />
          {data.is_on && <CalendarSelect settings={data} onChoose={calendar_id => choose.mutate({ calendar_id })} />}
          {data.is_on && <Progress settings={data} />}
        </div>
      )}
    </ConnectionRow>
  )
}

function State({ account, settings }: ConnectionProps & { settings: CalendarSettings | undefined }) {
  if (account.calendar === 'revoked') return <Badge hue="red">Not connected</Badge>
  if (account.calendar !== 'connected') return <Badge>Not connected</Badge>
  if (!settings) return null
  if (!settings.is_on) return <Badge>Off</Badge>
  if (settings.problem !== null) return <Badge hue="red">Waiting</Badge>
  if (settings.refused > 0) return <Badge hue="amber">Changes refused</Badge>
  return settings.last_synced_at === null ? <Badge>Syncing</Badge> : <Badge hue="green">Up to date</Badge>
}

function Progress({ settings }: { settings: CalendarSettings }) {
  const { last_synced_at, waiting, refused, is_called } = settings
  const now = useNow(MINUTE)
  const run = useMutation({ mutationFn: runCalendar, onError })
  return (
    <div className={classes.progress}>
      <p>
        {last_synced_at ? `Synced ${ago(last_synced_at, now)}` : 'Not synced yet'} ·{' '}
        {is_called ? 'Google reports changes at once' : 'checked every minute'}
      </p>
      {waiting > 0 && <p>{changes(waiting)} on the way to Google</p>}
      {refused > 0 && <p>{changes(refused)} refused by Google, tried again later</p>}
      <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
        Sync now
      </Button>
    </div>
  )
}

const changes = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'}`

interface SelectProps {
  settings: CalendarSettings
  onChoose(id: string): void
}

const OWN = { value: 'primary', label: 'Your main calendar' }

/** The calendars are asked for when somebody is about to choose one: Google has to be asked for them. */
function CalendarSelect({ settings: { calendar_id, calendar_name }, onChoose }: SelectProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ ...calendarChoicesQuery, enabled: isOpen })
  const current = calendar_id === OWN.value ? OWN : { value: calendar_id, label: calendar_name }
  const others = (data?.calendars ?? []).map(({ id, name, is_primary }) =>
    is_primary ? OWN : { value: id, label: name },
  )
  return (
    <Select
      aria-label="Calendar"
      data={others.some(({ value }) => value === current.value) ? others : [current, ...others]}
      value={calendar_id}
      allowDeselect={false}
      onDropdownOpen={() => setIsOpen(true)}
      onChange={value => value !== null && value !== calendar_id && onChoose(value)}
    />
  )
}
