import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import classes from './SignIn.module.css'

const SECONDS = 5

/** Thanks a visitor, and leaves the empty form for the next one. */
export function Thanks({ name, onDone }: { name: string; onDone(): void }) {
  const [left, setLeft] = useState(SECONDS)
  useEffect(() => {
    if (left === 0) return onDone()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onDone])
  return (
    <div className={classes.thanks}>
      <Ring turn={(SECONDS - left + 1) / SECONDS} size={96} label="">
        <span className={classes.left}>{left}</span>
      </Ring>
      <h2 role="status">{`Thank you, ${name}. Enjoy your visit.`}</h2>
      <Button className={classes.next ?? ''} variant="default" onClick={onDone}>
        Next visitor
      </Button>
    </div>
  )
}
