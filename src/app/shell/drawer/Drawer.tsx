import { IconFileText, IconLifebuoy, IconLogout } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { besides } from '../../../platform/ui/onDemand.tsx'
import { motion } from '../../../platform/ui/theme/tokens.ts'
import type { Badge } from '../../../platform/web/feature.ts'
import { openHelpDesk, useHelpDesk } from '../../../platform/web/helpDesk.ts'
import { useSettled } from '../../../platform/web/page/useSettled.ts'
import { BrandMark } from '../../../product/brand/BrandMark.tsx'
import { site } from '../../../product/site.ts'
import { webFeatures } from '../../features.web.ts'
import { AppLink } from '../AppLink.tsx'
import { askToLogout } from '../leave.ts'
import { useSession } from '../session.ts'
import { badgeText } from './access.ts'
import classes from './Drawer.module.css'
import type { NavigationEntry } from './navigation.ts'
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
        aria-label="Main navigation"
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
      <AppLink to="/" className={classes.brand} aria-label={`${site.site_name}, first page`}>
        <BrandMark brand={site.brand} size={18} />
        <span className={classes.label}>{site.site_name}</span>
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
        {actions.map(action => (
          <FeatureAction key={action.id} action={action} />
        ))}
      </ul>
      <ul className={classes.group}>
        {helpDesk && (
          <li>
            <ActionButton
              icon={<IconLifebuoy size={18} stroke={1.6} />}
              label="Feedback | Bug"
              onPress={openHelpDesk}
            />
          </li>
        )}
        <li>
          <a className={classes.entry} href="/disclosure" target="_blank" rel="noreferrer">
            <IconFileText size={18} stroke={1.6} aria-hidden="true" />
            <span className={classes.label}>Disclosure</span>
          </a>
        </li>
        <li>
          <ActionButton
            icon={<IconLogout size={18} stroke={1.6} />}
            label="Logout"
            onPress={() => void askToLogout(session.logout)}
          />
        </li>
      </ul>
    </>
  )
}

const noHighlight = () => null
const nothingWaits: Badge = { useCount: () => 0, asks: false }

function PageButton({ entry }: { entry: NavigationEntry }) {
  const { user } = useSession()
  const { useCount, asks, useHighlight = noHighlight } = entry.badge ?? nothingWaits
  const count = useCount()
  const highlight = useHighlight()
  const active = useActiveEntry()
  // A lead's page belongs to the list it came from.
  const isActive =
    active?.id === entry.id ||
    (active?.group === 'hidden' && active.path.startsWith(`${entry.path}/`)) ||
    (entry.id === 'leads' && active?.id === 'leads_v2')
  const Icon = entry.icon
  if (!Icon) return null
  const inside = (
    <>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.label}>
        {entry.tooltip}
        {highlight?.note && <small className={classes.note}>{highlight.note}</small>}
      </span>
      {highlight && count <= 0 && <span className={classes.live} role="img" aria-label="Live now" />}
      <CountBadge count={count} asks={asks} />
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
      data-highlighted={highlight ? '' : undefined}
    >
      {inside}
    </AppLink>
  )
}

const actions = webFeatures
  .flatMap(({ drawerActions = [] }) => drawerActions)
  .map(action => ({ ...action, Count: besides(action.loadCount, ({ draw, known }) => draw(known)) }))

/** What a feature opens over the page, and how much waits there: as the session knows it, then as there is. */
function FeatureAction({
  action: { label, icon: Icon, permission, run, useFirstCount, Count },
}: {
  action: (typeof actions)[number]
}) {
  const { permissions } = useSession()
  const isSettled = useSettled()
  const first = useFirstCount()
  if (!permissions.includes(permission)) return null
  const draw = (count: number) => <CountBadge count={count} asks />
  return (
    <li>
      <ActionButton
        icon={<Icon size={18} stroke={1.6} />}
        label={label}
        badge={isSettled ? <Count draw={draw} known={first} /> : draw(first)}
        onPress={run}
      />
    </li>
  )
}

interface ActionButtonProps {
  icon: ReactNode
  label: string
  badge?: ReactNode
  onPress: () => void
}

function ActionButton({ icon, label, badge, onPress }: ActionButtonProps) {
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
