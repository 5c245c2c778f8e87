import { ActionIcon, Popover } from '@mantine/core'
import { IconPlayerRecordFilled } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../../../people/web/client/viewer.ts'
import { RECORDING_DAYS } from '../../rules/limits.ts'
import classes from './RecordedMark.module.css'
import { type Recorder, startRecorder } from './recorder.ts'

/** Records the screen, and says so: a mark in the top bar, with what is recorded and who sees it behind it. */
export function RecordedMark() {
  useRecorder()
  return (
    <Popover position="bottom-end" width={340} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon className={classes.mark} aria-label="This session is recorded" title="This session is recorded">
          <IconPlayerRecordFilled size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.notice}>
        <h2>This session is recorded</h2>
        <p>
          Your brokerage records what happens on your screen in this product, to find out where it goes wrong and where
          it is hard to use.
        </p>
        <p>
          What you type is not recorded. Names, numbers, messages, notes, documents and pictures are masked before
          anything leaves your browser.
        </p>
        <p>
          Only people with the right to it can watch a recording, each time with an entry in the audit log. Recordings
          are deleted after {RECORDING_DAYS} days.
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}

function useRecorder(): void {
  const { user } = useSession()
  const recorder = useRef<Recorder | null>(null)
  const page = useMatches({ select: matches => String(matches.at(-1)?.fullPath ?? '/') })
  const user_id = user?.id
  const actor_user_id = user?.possessed_by?.id ?? user_id
  const zone = user?.zone
  useEffect(() => {
    if (user_id === undefined || actor_user_id === undefined || zone === undefined) return
    const started = startRecorder({ user_id, actor_user_id }, zone)
    recorder.current = started
    return () => started.stop()
  }, [user_id, actor_user_id, zone])
  // After the recorder, so that it begins with the page that is open.
  useEffect(() => recorder.current?.open(page), [page])
}
