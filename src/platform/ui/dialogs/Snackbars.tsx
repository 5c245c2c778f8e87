import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { placeNotices } from '../../web/page/keepNoticesAbove.ts'
import { closeNotice, type Notice, STAY_DESTRUCTIVE_MS, useNotices } from '../../web/page/notices.ts'
import classes from './Snackbars.module.css'

const icons = { done: IconCircleCheck, failed: IconAlertCircle, info: IconInfoCircle }

/** Everything said at the bottom right: snackbars that leave by themselves, toasts that wait to be closed. */
export function Snackbars() {
  const notices = useNotices()
  return (
    <section
      ref={notices.length > 0 ? placeNotices : undefined}
      className={classes.stack}
      aria-label="Notices"
      aria-live="polite"
    >
      {notices.map(notice => (
        <Snackbar key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

/** A finger leaves no pointer behind that would go away again. */
const isMouse = ({ pointerType }: PointerEvent): boolean => pointerType === 'mouse'

function Snackbar({ notice }: { notice: Notice }) {
  const [held, setHeld] = useState(false)
  const { action, stay } = notice
  const box = useRef<HTMLDivElement>(null)
  // Where there is no room for all, the newest is the one that is seen.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (stay === null || held) return
    const timer = setTimeout(() => closeNotice(notice.id), stay)
    return () => clearTimeout(timer)
  }, [held, notice.id, stay])
  const Icon = icons[notice.tone]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the words while somebody reads them
    <div
      ref={box}
      className={classes.snackbar}
      onPointerEnter={event => setHeld(isMouse(event))}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={16} stroke={1.6} className={classes.icon} data-tone={notice.tone} aria-hidden="true" />
      <span className={classes.text}>{notice.message}</span>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            closeNotice(notice.id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      {(stay === null || stay > STAY_DESTRUCTIVE_MS) && (
        <button type="button" className={classes.close} aria-label="Close" onClick={() => closeNotice(notice.id)}>
          <IconX size={15} stroke={1.6} />
        </button>
      )}
    </div>
  )
}
