import { IconFileDollar, IconPhoneCall, IconRoute } from '@tabler/icons-react'
import classes from './ProductPoints.module.css'

const points = [
  { icon: IconPhoneCall, title: 'Call from the browser', text: 'Timer, notes and the outcome land on the timeline.' },
  { icon: IconRoute, title: 'Campaigns that know when to stop', text: 'One reply, and the drip is over.' },
  {
    icon: IconFileDollar,
    title: 'Deals with nothing missing',
    text: 'Documents, checklist, split and net commission.',
  },
]

/** Three things that a broker would ask about first. */
export function ProductPoints() {
  return (
    <ul className={classes.points}>
      {points.map(({ icon: Icon, title, text }) => (
        <li key={title} className={classes.point}>
          <Icon size={18} stroke={1.6} aria-hidden="true" />
          <span className={classes.title}>{title}</span>
          <span className={classes.text}>{text}</span>
        </li>
      ))}
    </ul>
  )
}
