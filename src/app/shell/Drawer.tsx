import { IconArrowsExchange, IconFileText, IconLifebuoy, IconLogout } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { BrandMark } from '../../platform/ui/BrandMark.tsx'
import { motion } from '../../platform/ui/tokens.ts'
import { config } from '../../platform/web/config.ts'
import { openHelpDesk, useHelpDesk } from '../../platform/web/helpDesk.ts'
import { openTransfers } from '../../platform/web/overlays.ts'
import { useSettled } from '../../platform/web/useSettled.ts'
import { AppLink } from './AppLink.tsx'
import { badgeText } from './access.ts'
import classes from './Drawer.module.css'
import { askToLogout } from './leave.ts'
import type { NavigationEntry } from './navigation.ts'
import { useBadges, useSession } from './session.ts'
import { externalAddress, useActiveEntry, useButtons } from './usePages.ts'

/** The permanent drawer: 44 px, and 185 px over the sheet while the pointer or the focus is in it. */
export function Rail() {
  const [open, setOpen] = useState(false)
  const timer = useRef(0)
  const dwell = (next: boolean) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(next), next ? motion.drawer.delayMs : 0)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <div className={classes.rail}>
      <nav
        aria-label="Pages"
        className={classes.drawer}
        data-open={open || undefined}
        onMouseEnter={() => dwell(true)}
        onMouseLeave={() => dwell(false)}
        onFocus={event => event.target.matches(':focus-visible') && setOpen(true)}
        onBlur={event => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      >
        <DrawerContent />
      </nav>
    </div>
  )
}

/** What both drawers hold: the pages, transfers, and at the bottom help, disclosure and logout. */
export function DrawerContent() {
  const session = useSession()
  const buttons = useButtons()
  const helpDesk = useHelpDesk()
  const groups = [...new Set(buttons.map(entry => entry.group))]
  return (
    <>
      <AppLink to="/" className={classes.brand} aria-label={`${config.site_name}, first page`}>
        <BrandMark brand={config.brand} size={18} />
        <span className={classes.label}>{config.site_name}</span>
      </AppLink>
      <div className={classes.pages}>
        {groups.map(group => (
          <ul key={group} className={classes.group}>
            {buttons
              .filter(entry => entry.group === group)
              .map(entry => (
                <li key={entry.id}>
                  <PageButton entry={entry} />
                </li>
              ))}
          </ul>
        ))}
      </div>
      <ul className={classes.group}>
        <Transfers />
      </ul>
      <ul className={classes.group}>
        {helpDesk && (
          <li>
            <ActButton icon={<IconLifebuoy size={18} stroke={1.6} />} label="Feedback | Bug" onPress={openHelpDesk} />
          </li>
        )}
        <li>
          <a className={classes.entry} href="/disclosure" target="_blank" rel="noreferrer">
            <IconFileText size={18} stroke={1.6} aria-hidden="true" />
            <span className={classes.label}>Disclosure</span>
          </a>
        </li>
        <li>
          <ActButton
            icon={<IconLogout size={18} stroke={1.6} />}
            label="Logout"
            onPress={() => void askToLogout(session.logout)}
          />
        </li>
      </ul>
    </>
  )
}

function PageButton({ entry }: { entry: NavigationEntry }) {
  const { user } = useSession()
  const badges = useBadges()
  const active = useActiveEntry()
  // A lead's page belongs to the list it came from.
  const isActive =
    active?.id === entry.id || (entry.id === 'leads' && (active?.id === 'lead' || active?.id === 'leads_v2'))
  const Icon = entry.icon
  if (!Icon) return null
  const inside = (
    <>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.label}>{entry.tooltip}</span>
      <CountBadge count={entry.badge ? (badges[entry.badge] ?? 0) : 0} asks={entry.badge === 'tasks'} />
    </>
  )
  if (entry.external !== null) {
    return (
      <a
        className={classes.entry}
        href={externalAddress(entry, user?.agent_id ?? null) ?? undefined}
        target="_blank"
        rel="noreferrer"
      >
        {inside}
      </a>
    )
  }
  return (
    <AppLink
      to={entry.path}
      className={classes.entry}
      aria-current={isActive ? 'page' : undefined}
      data-active={isActive || undefined}
    >
      {inside}
    </AppLink>
  )
}

const TransfersBadge = lazy(async () => ({
  default: (await import('../../features/transfers/web/TransfersBadge.tsx')).TransfersBadge,
}))

/** Leads that wait for an answer: as many as when the person came, then as many as there are. */
function Transfers() {
  const { user, permissions } = useSession()
  const isSettled = useSettled()
  if (!permissions.includes('view_leads')) return null
  const draw = (count: number) => <CountBadge count={count} asks />
  const known = draw(user?.lead_transfers.length ?? 0)
  return (
    <li>
      <ActButton
        icon={<IconArrowsExchange size={18} stroke={1.6} />}
        label="Lead Transfers"
        badge={isSettled ? <Suspense fallback={known}>{<TransfersBadge draw={draw} />}</Suspense> : known}
        onPress={openTransfers}
      />
    </li>
  )
}

interface ActButtonProps {
  icon: ReactNode
  label: string
  badge?: ReactNode
  onPress: () => void
}

function ActButton({ icon, label, badge, onPress }: ActButtonProps) {
  return (
    <button type="button" className={classes.entry} onClick={onPress}>
      {icon}
      <span className={classes.label}>{label}</span>
      {badge}
    </button>
  )
}

function CountBadge({ count, asks }: { count: number; asks: boolean }) {
  const text = badgeText(count)
  if (text === null) return null
  return (
    <span className={classes.badge} data-asks={asks || undefined}>
      {text}
    </span>
  )
}
