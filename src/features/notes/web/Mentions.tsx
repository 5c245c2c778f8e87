import { ActionIcon, Popover } from '@mantine/core'
import { IconAt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useLive } from '../../../platform/web/live/live.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { ago, DEFAULT_ZONE } from '../../../platform/web/time/time.ts'
import { fullName, leadPath } from '../../leads/rules.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { Mention } from '../contract.ts'
import { mentionsQuery, noteKeys, readMentions } from './client.ts'
import classes from './Notes.module.css'

/** Notes that name the reader: a mark in the top bar, the list behind it, and a word when a new one comes. */
export function Mentions() {
  const zone = useSession().user?.zone ?? DEFAULT_ZONE
  const client = useQueryClient()
  const navigate = useNavigate()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(mentionsQuery())
  useLive('mentions', () => void client.invalidateQueries({ queryKey: noteKeys.mentions }))
  const open = (mention: Mention) => {
    setOpened(false)
    void navigate({ to: leadPath(mention.lead) })
  }
  useNews(data?.mentions, open)
  const change = (wanted: boolean) => {
    setOpened(wanted)
    // They were seen: the mark goes when the list is closed again.
    if (!wanted && data && data.unread > 0)
      void readMentions().then(() => client.invalidateQueries({ queryKey: noteKeys.mentions }))
  }
  if (!data || data.mentions.length === 0) return null
  return (
    <Popover opened={opened} onChange={change} position="bottom-end" width={340} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.bell}
          aria-label={data.unread > 0 ? `Mentions, ${data.unread} new` : 'Mentions'}
          onClick={() => change(!opened)}
        >
          <IconAt size={17} stroke={1.6} />
          {data.unread > 0 && <span className={classes.count}>{data.unread > 99 ? '99+' : data.unread}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <h2 className={classes.title}>Mentions</h2>
        <ul className={classes.mentions}>
          {data.mentions.map(mention => (
            <li key={mention.note_id}>
              <button
                type="button"
                className={classes.entry}
                data-new={!mention.is_read || undefined}
                onClick={() => open(mention)}
              >
                <span className={classes.head}>
                  <span>
                    {mention.by?.name ?? 'Someone'} on {fullName(mention.lead)}
                  </span>
                  <time dateTime={mention.created_at}>{ago(mention.created_at, new Date(), zone)}</time>
                </span>
                <span className={classes.excerpt}>{mention.description}</span>
              </button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Says once when a mention came while the window was open. */
function useNews(mentions: readonly Mention[] | undefined, open: (mention: Mention) => void): void {
  const known = useRef<ReadonlySet<number> | null>(null)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (!mentions) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...mentions.map(mention => mention.note_id)])
    if (!before) return
    for (const mention of mentions.filter(each => !each.is_read && !before.has(each.note_id)))
      notify(`${mention.by?.name ?? 'Someone'} mentioned you on ${fullName(mention.lead)}.`, {
        tone: 'info',
        action: { label: 'Open', run: () => latest.current(mention) },
      })
  }, [mentions])
}
