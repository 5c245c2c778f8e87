import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { region } from '../../../product/region/region.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { markRead, newestQuery, reportSeen } from './client.ts'
import { Entry } from './Entry.tsx'
import classes from './Notifications.module.css'
import { useNews } from './useNews.ts'
import { useOpen } from './useOpen.ts'

/** What the person was notified of: a mark in the top bar, and the newest behind it. */
export function Bell() {
  const zone = useSession().user?.zone ?? region.zone
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(newestQuery)
  const open = useOpen()
  useNews(data?.data)
  if (!data) return null
  const { unread } = data
  const count = unread > 99 ? '99+' : String(unread)
  const change = (wanted: boolean) => {
    setOpened(wanted)
    if (wanted) void reportSeen(data.data.filter(one => one.seen_at === null).map(({ id }) => id))
  }
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" width={400} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.bell}
          aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
          onClick={() => change(!opened)}
        >
          <IconBell size={17} stroke={1.6} />
          {unread > 0 && <span className={classes.count}>{count}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.panel} aria-label="Notifications">
        <header className={classes.head}>
          <h2>Notifications</h2>
          {unread > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconChecks size={14} stroke={1.6} aria-hidden />}
              onClick={() => void markRead()}
            >
              Mark all as read
            </Button>
          )}
        </header>
        {data.data.length === 0 && (
          <p className={classes.none}>Nothing yet. Mentions, texts, missed calls and offers show up here.</p>
        )}
        <ul className={classes.list}>
          {data.data.map(one => (
            <Entry
              key={one.id}
              notification={one}
              zone={zone}
              onOpen={() => {
                setOpened(false)
                open(one)
              }}
            />
          ))}
        </ul>
        <footer className={classes.foot}>
          <Link to="/notifications" onClick={() => setOpened(false)}>
            All notifications
          </Link>
        </footer>
      </Popover.Dropdown>
    </Popover>
  )
}
