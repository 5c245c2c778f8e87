import { Button } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { setNotices } from './client.ts'

/** Chooses whether one hears of each lead that lands in the pool. */
export function NotifyButton({ isOn }: { isOn: boolean }) {
  const { run, isPending } = useUndoable<void, boolean>(on => ({
    run: () => setNotices(on),
    said: on ? 'You will hear of each lead that lands in the pool.' : 'You will not hear of the pool any more.',
    undo: () => setNotices(!on),
  }))
  const Bell = isOn ? IconBellFilled : IconBell
  return (
    <Button
      variant="default"
      leftSection={<Bell size={15} stroke={1.6} />}
      aria-pressed={isOn}
      loading={isPending}
      onClick={() => run(!isOn)}
    >
      {isOn ? 'Notifying you' : 'Notify me'}
    </Button>
  )
}
