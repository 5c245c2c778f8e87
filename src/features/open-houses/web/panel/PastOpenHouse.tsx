import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { ownRegion } from '../../../../platform/web/region.ts'
import type { OpenHouse } from '../../contract.ts'
import { hoursText } from '../wording.ts'
import classes from './OpenHouses.module.css'
import { Visitors } from './Visitors.tsx'

/** An open house that was, or was cancelled: how many came, and who when it is opened. */
export function PastOpenHouse({ house, now }: { house: OpenHouse; now: Date }) {
  const [isOpen, setIsOpen] = useState(false)
  const { visitor_count: count, is_cancelled, token } = house
  const hours = hoursText(house, now, ownRegion().zone)
  const visitors = `${count} ${count === 1 ? 'visitor' : 'visitors'}`
  const result = is_cancelled ? (count > 0 ? `Cancelled · ${visitors}` : 'Cancelled') : visitors
  if (token === null || count === 0)
    return (
      <li className={classes.past}>
        <span>{hours}</span>
        <span>{result}</span>
      </li>
    )
  return (
    <li>
      <UnstyledButton className={classes.past} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span>{hours}</span>
        <span>
          {result} <IconChevronDown size={14} stroke={1.6} aria-hidden data-open={isOpen || undefined} />
        </span>
      </UnstyledButton>
      {isOpen && <Visitors house={house} />}
    </li>
  )
}
