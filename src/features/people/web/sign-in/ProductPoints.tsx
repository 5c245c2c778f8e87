import { IconCloudCheck, IconHomeSearch, IconListCheck } from '@tabler/icons-react'
import classes from './ProductPoints.module.css'

const points = [
  {
    icon: IconListCheck,
    title: 'A morning in one list',
    text: 'Calls, texts and showings by time, each with the person behind it.',
  },
  {
    icon: IconHomeSearch,
    title: 'Homes that find their buyers',
    text: 'Listing and building alerts, sent only where there is consent.',
  },
  {
    icon: IconCloudCheck,
    title: 'Nothing you typed is lost',
    text: 'On the phone, offline and after a crash.',
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
