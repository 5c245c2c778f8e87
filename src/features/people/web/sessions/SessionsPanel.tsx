import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Badge, Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import { ago, fullTime } from '../../../../platform/web/time/time.ts'
import type { Session } from '../../contract/people.ts'
import { deviceOf, SESSION_IDLE_DAYS } from '../../rules.ts'
import classes from '../admin/People.module.css'
import { endSession, refetchPeople, sessions } from '../client/people.ts'

/** Where the person is signed in; any other place can be signed out from here. */
export function SessionsPanel() {
  const { data, error, refetch } = useQuery(sessions())
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <p className={classes.intro}>
        You are signed in on {data.length === 1 ? 'this device only' : `${data.length} devices`}. A sign-in ends
        automatically after {SESSION_IDLE_DAYS} days without use, and on its last day in any case.
      </p>
      <ul className={classes.list}>
        {data.map(session => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
    </>
  )
}

function SessionItem({ session }: { session: Session }) {
  const end = useUndoable(() => ({
    run: () => endSession(session.id),
    said: 'That device has been signed out.',
    settle: refetchPeople,
  }))
  const device = deviceOf(session.user_agent)
  const Icon =
    session.is_native_app || /iPhone|Android/.test(session.user_agent ?? '') ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.item}>
      <Icon size={22} stroke={1.6} aria-hidden="true" />
      <span className={classes.itemText}>
        <span className={classes.itemTitle}>
          {device} {session.is_current && <Badge hue="green">This device</Badge>}
          {session.possessed && <Badge hue="amber">As {session.possessed.name}</Badge>}
        </span>
        <span className={classes.itemMeta} title={fullTime(session.last_used_at)}>
          Used {ago(session.last_used_at, new Date())} · since {fullTime(session.created_at)} · ends by{' '}
          {fullTime(session.expires_at)}
          {session.address && ` · ${session.address}`}
        </span>
      </span>
      {!session.is_current && (
        <Button variant="default" loading={end.isPending} onClick={() => end.run()} aria-label={`Sign out ${device}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}
