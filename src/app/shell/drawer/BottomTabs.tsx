import { IconBulb, IconCheckbox, IconTemplate, IconUsers } from '@tabler/icons-react'
import { useEffect } from 'react'
import { AppLink } from '../AppLink.tsx'
import { useSession } from '../session.ts'
import classes from './BottomTabs.module.css'
import { navigation } from './navigation.ts'
import { useActiveEntry } from './usePages.ts'

const tabs = [
  { id: 'messages', label: 'Messages', Icon: IconTemplate },
  { id: 'opportunities', label: 'Opportunities', Icon: IconBulb },
  { id: 'leads_v2', label: 'Leads', Icon: IconUsers },
  { id: 'tasks', label: 'Tasks', Icon: IconCheckbox },
]

/** The tabs at the bottom, 80 px high: the native app shows them while somebody acts as another. */
export function BottomTabs() {
  const { isPossessed } = useSession()
  const active = useActiveEntry()
  useEffect(() => {
    if (!isPossessed) return
    // What is said at the bottom of the window stands above the bar.
    document.documentElement.style.setProperty('--kt-covered-bottom', '80px')
    return () => void document.documentElement.style.removeProperty('--kt-covered-bottom')
  }, [isPossessed])
  if (!isPossessed) return null
  return (
    <nav className={classes.bar} aria-label="Main pages">
      {tabs.map(({ id, label, Icon }) => {
        const entry = navigation.find(known => known.id === id)
        if (!entry) return null
        return (
          <AppLink
            key={id}
            to={entry.path}
            className={classes.tab}
            aria-current={active?.id === id ? 'page' : undefined}
          >
            <Icon size={22} stroke={1.6} aria-hidden="true" />
            {label}
          </AppLink>
        )
      })}
    </nav>
  )
}
