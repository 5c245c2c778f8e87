import { Button } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import { setNotices } from './client.ts'

/** Chooses whether one hears of each lead that lands in the pool. */
export function NotifyButton({ isOn }: { isOn: boolean }) {
  const { run, isPending } = useUndoable<void, boolean>(on => ({
    run: () => setNotices(on),
    said: on ? 'You will hear of each lead that lands in the pool.' : 'You will not hear of the pool any more.',
    undo: () => setNotices(!on),
  }))
  const isWide = useIsWide()
  const Bell = isOn ? IconBellFilled : IconBell
  const label = isOn ? 'Notifying you' : 'Notify me'
  const press = { 'aria-pressed': isOn, loading: isPending, onClick: () => run(!isOn) }
  if (!isWide)
    return (
      <Button variant="default" size="xl" px={12} aria-label={label} {...press}>
        <Bell size={20} stroke={1.6} />
      </Button>
    )
  return (
    <Button variant="default" leftSection={<Bell size={15} stroke={1.6} />} {...press}>
      {label}
    </Button>
  )
}
