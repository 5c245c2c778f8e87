import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBraces,
  IconBrandFacebook,
  IconBrandGoogle,
  IconCode,
  IconDots,
  IconKey,
  IconKeyOff,
  IconMail,
  IconPhoneIncoming,
  IconPower,
  IconRoute,
  IconWebhook,
  IconWorld,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Sparkline } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { copyText, notify } from '../../../platform/web/page/notices.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime, shortDay } from '../../../platform/web/time/time.ts'
import type { IntakeOverview, IntakeSource } from '../contract/sources.ts'
import { FORM_TAG, scriptTag } from '../rules/site.ts'
import { endOldKeys, rotateKey, switchSource } from './client.ts'
import classes from './Intake.module.css'
import type { NewKey } from './KeyDialog.tsx'
import { kindLabels, stateText } from './rules/text.ts'

interface SourceTableProps {
  overview: IntakeOverview
  onKey(key: NewKey): void
  onUnread(): void
  onEvents(): void
  onMap(source: IntakeSource): void
}

const icons = {
  site: IconWorld,
  mailbox: IconMail,
  webhook: IconWebhook,
  mapped: IconBraces,
  google_ads: IconBrandGoogle,
  facebook: IconBrandFacebook,
} as const

/** Each source with how it stands; the calls and texts of unknown numbers come last. */
export function SourceTable({ overview, onKey, onUnread, onEvents, onMap }: SourceTableProps) {
  const { sources, callers } = overview
  const now = useNow(30_000)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.tableBox} aria-label="Sources" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>Source</th>
            <th>Kind</th>
            <th>Key or address</th>
            <th>State</th>
            <th>14 days</th>
            <th className={classes.number}>Today</th>
            <th className={classes.number}>Last event</th>
            <th>
              <span className={classes.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map(source => (
            <SourceRow
              key={source.id}
              source={source}
              now={now}
              onKey={onKey}
              onUnread={onUnread}
              onEvents={onEvents}
              onMap={onMap}
            />
          ))}
          <tr>
            <td className={classes.sourceCell}>
              <span className={classes.source}>
                <IconPhoneIncoming size={16} stroke={1.6} aria-hidden="true" />
                <strong>Unknown callers</strong>
              </span>
            </td>
            <td className={classes.wide}>Calls and texts</td>
            <td className={classes.quiet}>Every number of the brokerage</td>
            <td className={classes.state}>
              <State
                text={callers.last_at === null ? 'Nothing yet' : 'Receiving'}
                hue={callers.last_at ? 'green' : null}
              />
            </td>
            <Activity days={callers.days} last={callers.last_at} now={now} name="Unknown callers" />
            <td className={classes.menu} />
          </tr>
        </tbody>
      </table>
    </section>
  )
}

interface SourceRowProps extends Omit<SourceTableProps, 'overview'> {
  source: IntakeSource
  now: Date
}

function SourceRow({ source, now, onKey, onUnread, onEvents, onMap }: SourceRowProps) {
  const Icon = icons[source.kind]
  const state = stateText(source, instant => shortDay(instant, now))
  const [newest] = source.keys
  return (
    <tr data-off={!source.is_active || undefined}>
      <td className={classes.sourceCell}>
        <button
          type="button"
          className={classes.source}
          onClick={source.unread > 0 ? onUnread : onEvents}
          aria-label={source.unread > 0 ? `${source.name}: mails to read` : `${source.name}: events`}
        >
          <Icon size={16} stroke={1.6} aria-hidden="true" />
          <strong>{source.name}</strong>
        </button>
      </td>
      <td className={classes.wide}>{kindLabels[source.kind]}</td>
      <td className={classes.quiet}>{source.address ?? newest?.hint ?? 'No key'}</td>
      <td className={classes.state}>
        <State {...state} />
      </td>
      <Activity days={source.days} last={source.last_event_at} now={now} name={source.name} />
      <td className={classes.menu}>
        <SourceMenu source={source} onKey={onKey} onMap={onMap} />
      </td>
    </tr>
  )
}

function State({ text, hue }: { text: string; hue: string | null }) {
  return (
    <span className={classes.stateText}>
      <i style={{ background: hue ? `var(--kt-${hue}-dot)` : 'var(--kt-neutral-7)' }} aria-hidden="true" />
      {text}
    </span>
  )
}

interface ActivityProps {
  days: readonly number[]
  last: string | null
  now: Date
  name: string
}

function Activity({ days, last, now, name }: ActivityProps) {
  const sum = days.reduce((total, day) => total + day, 0)
  return (
    <>
      <td className={classes.wide}>
        {sum > 0 && <Sparkline values={days} recent={1} label={`${name}: ${sum} in 14 days`} />}
      </td>
      <td className={`${classes.number} ${classes.today}`}>
        <strong>{(days.at(-1) ?? 0).toLocaleString('en-CA')}</strong>
        <span className={classes.onPhone}> today</span>
      </td>
      <td className={`${classes.number} ${classes.last}`}>
        {last === null ? (
          '–'
        ) : (
          <time dateTime={last} title={fullTime(last)}>
            {ago(last, now)}
          </time>
        )}
      </td>
    </>
  )
}

/** Everything that a page of the site needs: the script, and where its form goes. */
const copySnippet = (publicKey: string): Promise<void> =>
  copyText(
    `${scriptTag(window.location.origin, publicKey)}\n${FORM_TAG}`,
    'Copied. Paste it into the pages of your site.',
  )

function SourceMenu({ source, onKey, onMap }: Pick<SourceRowProps, 'source' | 'onKey' | 'onMap'>) {
  const failed = (error: unknown) => notify(sentenceOf(error))
  const rotate = useMutation({
    mutationFn: () => rotateKey(source.id),
    onSuccess: ({ source: changed, key }) => onKey({ source: changed, key }),
    onError: failed,
  })
  const end = useMutation({ mutationFn: () => endOldKeys(source), onError: failed })
  const hasOld = source.keys.some(({ expires_at }) => expires_at !== null)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          aria-label={`Actions for ${source.name}`}
          loading={rotate.isPending || end.isPending}
        >
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {source.kind === 'mapped' && (
          <Menu.Item leftSection={<IconRoute size={15} stroke={1.6} />} onClick={() => onMap(source)}>
            Map fields
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKey size={15} stroke={1.6} />} onClick={() => rotate.mutate()}>
          New key
        </Menu.Item>
        {source.public_key && (
          <Menu.Item
            leftSection={<IconCode size={15} stroke={1.6} />}
            onClick={() => copySnippet(source.public_key ?? '')}
          >
            Copy script for the site
          </Menu.Item>
        )}
        {hasOld && (
          <Menu.Item leftSection={<IconKeyOff size={15} stroke={1.6} />} onClick={() => end.mutate()}>
            End the old key now
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPower size={15} stroke={1.6} />} onClick={() => void switchSource(source)}>
          {source.is_active ? 'Switch off' : 'Switch on'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
