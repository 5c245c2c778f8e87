import { IconCloudUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './SignIn.module.css'
import { sendWaiting, useWaitingCount } from './waiting.ts'

const AGAIN_MS = 10_000

/** Says how many sign-ins wait on the tablet, and sends them as soon as that is possible. */
export function WaitingLine({ token, openHouseId }: { token: string; openHouseId: number }) {
  const count = useWaitingCount(openHouseId)
  const [refused, setRefused] = useState<string | null>(null)
  const isWaiting = count > 0
  useEffect(() => {
    if (!isWaiting) return setRefused(null)
    const send = () => void sendWaiting(token, openHouseId).then(setRefused)
    const timer = setInterval(send, AGAIN_MS)
    addEventListener('online', send)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
    }
  }, [isWaiting, token, openHouseId])
  return (
    <p className={classes.waiting} role="status">
      {isWaiting && (
        <>
          <IconCloudUp size={16} stroke={1.6} aria-hidden />
          {refused === null ? `${count} waiting for the network` : `${count} not sent yet: ${refused}`}
        </>
      )}
    </p>
  )
}
