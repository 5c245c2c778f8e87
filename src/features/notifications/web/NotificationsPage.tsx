import { ActionIcon, Button } from '@mantine/core'
import { IconChecks, IconSettings } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useEffect, useState } from 'react'
import { z } from 'zod'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { TabStrip } from '../../../platform/ui/TabStrip.tsx'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { dayLabel } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { region } from '../../../product/region/region.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { Notification } from '../contract.ts'
import { historyQuery, markRead, markUnread, reportSeen } from './client.ts'
import { Entry } from './Entry.tsx'
import classes from './Notifications.module.css'
import { PreferencesPanel } from './PreferencesPanel.tsx'
import { useOpen } from './useOpen.ts'

/** Everything the person was notified of, with how it was passed on, beside how they want to hear of things. */
export function NotificationsPage() {
  const isWide = useIsWide()
  const { settings = false } = useSearch({ strict: false }) as { settings?: boolean }
  const navigate = useNavigate()
  const choose = (wanted: boolean) =>
    void navigate({
      to: '/notifications',
      search: ((before: object) => ({ ...before, settings: wanted || undefined })) as never,
    })
  if (!isWide && settings)
    return (
      <div className={classes.page} data-fills>
        <h1 className="visually-hidden">Notification settings</h1>
        <Button variant="subtle" className={classes.back} onClick={() => choose(false)}>
          Back to the list
        </Button>
        <PreferencesPanel />
      </div>
    )
  return (
    <div className={classes.page} data-fills>
      <History onSettings={isWide ? null : () => choose(true)} />
      {isWide && <PreferencesPanel />}
    </div>
  )
}

const Shown = z.object({ shown: z.enum(['all', 'unread']).catch('all') })
type Shown = z.output<typeof Shown>['shown']

function History({ onSettings }: { onSettings: (() => void) | null }) {
  const zone = useSession().user?.zone ?? region.zone
  const [{ shown }, show] = useInAddress(Shown)
  const query = useInfiniteQuery(historyQuery(shown === 'unread'))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const rows = data?.pages.flatMap(page => page.data) ?? []
  const first = data?.pages[0]
  const { current, setCurrent } = useKeys(rows)
  const open = useOpen()
  const unseen = rows.flatMap(one => (one.seen_at === null ? one.id : [])).join()
  useEffect(() => {
    if (unseen !== '') void reportSeen(unseen.split(',').map(Number).slice(0, 200))
  }, [unseen])
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  return (
    <section className={classes.history} aria-label="Notifications">
      <h1 className="visually-hidden">Notifications</h1>
      <TabStrip<Shown>
        label="Notifications"
        tabs={[
          { id: 'all', label: 'All', count: shown === 'all' ? (first?.total ?? null) : null },
          { id: 'unread', label: 'Unread', count: first?.unread ?? null },
        ]}
        active={shown}
        onSelect={next => show({ shown: next })}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconChecks size={15} stroke={1.6} aria-hidden />}
              rightSection={onSettings ? undefined : <KeyHint keys="A" />}
              disabled={!first || first.unread === 0}
              onClick={() => void markRead()}
            >
              Mark all as read
            </Button>
            {onSettings && (
              <ActionIcon aria-label="What reaches you" onClick={onSettings}>
                <IconSettings size={18} stroke={1.6} />
              </ActionIcon>
            )}
          </>
        }
      />
      {first && rows.length === 0 && (
        <EmptyState title={shown === 'unread' ? 'Everything is read' : 'Nothing yet'}>
          Mentions, texts, missed calls and offers of leads show up here.
        </EmptyState>
      )}
      <div className={classes.scroll}>
        <ul className={classes.list}>
          {rows.map((one, index) => {
            const day = dayLabel(one.created_at, new Date(), zone)
            const isFirst = index === 0 || day !== dayLabel(rows[index - 1]?.created_at ?? '', new Date(), zone)
            return (
              <Fragment key={one.id}>
                {isFirst && <li className={classes.day}>{day}</li>}
                <Entry
                  notification={one}
                  zone={zone}
                  hasReceipt
                  isCurrent={one.id === current}
                  onOpen={() => {
                    setCurrent(one.id)
                    open(one)
                  }}
                />
              </Fragment>
            )
          })}
        </ul>
        {hasNextPage && (
          <Button variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </section>
  )
}

const group = 'Notifications'

/** `J K` go through the list, `↵` opens, `U` turns read and unread, `A` marks all. */
function useKeys(rows: readonly Notification[]) {
  const [current, setCurrent] = useState<number | null>(null)
  const at = rows.findIndex(({ id }) => id === current)
  const move = (step: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
    if (!next) return
    setCurrent(next.id)
    document.querySelector<HTMLElement>(`[data-notification="${next.id}"]`)?.focus()
  }
  useShortcuts([
    { keys: 'j', label: 'Next notification', group, run: () => move(1) },
    { keys: 'k', label: 'Previous notification', group, run: () => move(-1) },
    { keys: 'a', label: 'Mark all as read', group, run: () => void markRead() },
    {
      keys: 'u',
      label: 'Mark as read or unread',
      group,
      run: () => {
        const one = rows[at]
        if (one) void (one.read_at === null ? markRead([one.id]) : markUnread([one.id]))
      },
    },
  ])
  return { current, setCurrent }
}
