import { ActionIcon, Loader, Menu, Select } from '@mantine/core'
import { IconDots, IconEye, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { shortDay, timeOfDay } from '../../../platform/web/time/time.ts'
import { type Alert, AlertFrequency } from '../contract/alerts.ts'
import { alertFrequencies, frequencyLabels } from '../rules/frequency.ts'
import { AlertMap } from './AlertMap.tsx'
import classes from './Alerts.module.css'
import type { AlertActions } from './useAlertActions.ts'
import { matchingHomes } from './wording.ts'

interface AlertItemProps {
  alert: Alert
  actions: AlertActions
  now: Date
  zone: string
  onOpen(view: 'edit' | 'preview'): void
}

const frequencies = alertFrequencies.map(value => ({ value: String(value), label: frequencyLabels[value] }))

const MAP_HEIGHT = 84

/** One alert: what it looks for, where that is, how often it is sent, and what can be done with it. */
export function AlertItem({ alert, actions, now, zone, onOpen }: AlertItemProps) {
  const { isBusy, problem } = actions.stateOf(alert.id)
  return (
    <li className={classes.item} aria-busy={isBusy}>
      <div className={classes.head}>
        <span className={classes.name}>{alert.name}</span>
        {isBusy && <Loader size={14} aria-label={`Sending “${alert.name}”`} />}
        <Select
          className={classes.frequency}
          size="xs"
          aria-label={`How often “${alert.name}” is sent`}
          data={frequencies}
          value={String(alert.alert_frequency)}
          allowDeselect={false}
          disabled={isBusy}
          comboboxProps={{ width: 110, position: 'bottom-end' }}
          onChange={value => void actions.setFrequency(alert, AlertFrequency.parse(Number(value)))}
        />
        <AlertMenu alert={alert} actions={actions} onOpen={onOpen} />
      </div>
      <p className={classes.text}>{searchFacts(alert).join(' · ')}</p>
      <p className={classes.quiet}>{standing(alert, now, zone)}</p>
      {alert.map_points.length > 0 && (
        <AlertMap points={alert.map_points} label={`Map of homes for “${alert.name}”`} height={MAP_HEIGHT} />
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {!problem && alert.problem && <p className={classes.problem}>Not sent: {alert.problem}</p>}
    </li>
  )
}

const searchFacts = (alert: Alert): string[] =>
  'buildings' in alert
    ? [
        ...alert.buildings.map(({ name, address }) => (name === address ? name : `${name}, ${address}`)),
        ...alert.filter_strings,
      ]
    : alert.tags

/** "14 homes match now · sent Nov 19 · next Nov 23, 8:00 AM". */
function standing({ match_count, last_sent_at, next_due_at }: Alert, now: Date, zone: string): string {
  return [
    match_count !== null && matchingHomes(match_count),
    last_sent_at ? `sent ${shortDay(last_sent_at, now, zone)}` : 'never sent',
    next_due_at && `next ${shortDay(next_due_at, now, zone)}, ${timeOfDay(next_due_at, zone)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function AlertMenu({ alert, actions, onOpen }: Pick<AlertItemProps, 'alert' | 'actions' | 'onOpen'>) {
  const icon = { size: 15, stroke: 1.6 }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for “${alert.name}”`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSend {...icon} />} onClick={() => void actions.send(alert)}>
          Send now
        </Menu.Item>
        <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => onOpen('preview')}>
          Preview
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onOpen('edit')}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash {...icon} />} color="red" onClick={() => void actions.remove(alert)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
