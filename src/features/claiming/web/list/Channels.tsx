import { IconMail, IconMailOff, IconMessage, IconMessageOff, IconPhone, IconPhoneOff } from '@tabler/icons-react'
import type { PooledLead } from '../../contract.ts'
import { reachText } from '../rules/wording.ts'
import classes from './PoolList.module.css'

/** The ways to reach a lead: those that do not exist are crossed out. */
export function Channels({ channels }: { channels: PooledLead['channels'] }) {
  const { call, email, text } = channels
  const icons = [
    { name: 'call', is: call, Icon: call ? IconPhone : IconPhoneOff },
    { name: 'email', is: email, Icon: email ? IconMail : IconMailOff },
    { name: 'text', is: text, Icon: text ? IconMessage : IconMessageOff },
  ]
  return (
    <span className={classes.channels} role="img" aria-label={`Reach: ${reachText(channels)}`}>
      {icons.map(({ name, is, Icon }) => (
        <Icon key={name} size={15} stroke={1.6} data-missing={is ? undefined : ''} aria-hidden="true" />
      ))}
    </span>
  )
}
