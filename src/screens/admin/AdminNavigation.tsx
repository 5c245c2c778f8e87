import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { AdminGroup, AdminSection, SectionStanding } from '../../features/settings/web/extensions.ts'
import classes from './AdminNavigation.module.css'

/** In the order in which they are offered. */
const groups: readonly { id: AdminGroup; label: string }[] = [
  { id: 'brokerage', label: 'Brokerage' },
  { id: 'people', label: 'People' },
  { id: 'leads', label: 'Leads' },
  { id: 'running', label: 'Running' },
]

interface AdminNavigationProps {
  sections: readonly (SectionStanding & { section: AdminSection })[]
  current: string
}

/** The sections of the administration by what they are about; on a phone, in one line. */
export function AdminNavigation({ sections, current }: AdminNavigationProps) {
  const navigation = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on narrow windows another section may lie outside of what is seen
  useEffect(() => {
    navigation.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav ref={navigation} className={classes.navigation} aria-label="Administration">
      {groups.map(({ id, label }) => {
        const own = sections.filter(({ section }) => section.group === id)
        if (own.length === 0) return null
        return (
          <div key={id} className={classes.group}>
            <h2>{label}</h2>
            <ul>
              {own.map(({ section, isShown, count }) =>
                isShown === null ? null : (
                  <li key={section.id}>
                    <Link
                      to="/admin"
                      search={{ section: section.id }}
                      className={classes.link}
                      aria-current={section.id === current ? 'page' : undefined}
                    >
                      {section.label}
                      {count !== null && <span className={classes.count}>{count}</span>}
                    </Link>
                  </li>
                ),
              )}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}
