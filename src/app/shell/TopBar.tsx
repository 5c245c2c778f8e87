import { IconChevronRight, IconMenu2, IconSearch } from '@tabler/icons-react'
import { Fragment } from 'react'
import { KeyHint } from '../../platform/ui/pieces.tsx'
import { useCurrentBreadcrumbs } from '../../platform/web/page/breadcrumbs.ts'
import { useIsWide } from '../../platform/web/viewport.ts'
import { webFeatures } from '../features.web.ts'
import { AppLink } from './AppLink.tsx'
import { badgeText, segmentLabel } from './drawer/access.ts'
import { useActiveEntry } from './drawer/usePages.ts'
import { ProfileMenu } from './ProfileMenu.tsx'
import { shellParts } from './ShellParts.tsx'
import { useSession, useWaitingWork } from './session.ts'
import classes from './TopBar.module.css'

interface TopBarProps {
  onMenu: () => void
  onSearch: () => void
}

const Parts = shellParts(webFeatures.flatMap(({ topBar = [] }) => topBar))

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Where you are, search, and yourself; on narrow windows also the button that opens the drawer. */
export function TopBar({ onMenu, onSearch }: TopBarProps) {
  const wide = useIsWide()
  const waiting = badgeText(useWaitingWork())
  return (
    <header className={classes.bar} data-keep-clear>
      {!wide && (
        <button type="button" className={classes.round} onClick={onMenu} aria-label="Menu">
          <IconMenu2 size={22} stroke={1.6} />
          {waiting && <span className={classes.waiting}>{waiting}</span>}
        </button>
      )}
      {/* On phones the lead page puts the way back here: its header names the lead. */}
      <div id="record-back" className={classes.back} />
      <Breadcrumb />
      <div className={classes.call} id="call-bar" />
      {/* The lead page puts the ways to the neighbours here. */}
      <div id="record-stepper" />
      {wide ? (
        <button type="button" className={classes.search} onClick={onSearch}>
          <IconSearch size={15} stroke={1.6} aria-hidden="true" />
          <span>Search people, screens, actions</span>
          <KeyHint keys={isApple ? '⌘K' : 'Ctrl K'} />
        </button>
      ) : (
        <button type="button" className={classes.round} onClick={onSearch} aria-label="Search people, screens, actions">
          <IconSearch size={22} stroke={1.6} />
        </button>
      )}
      <Marks />
      <ProfileMenu />
    </header>
  )
}

/** The active path in words, then what the screen has named. */
function Breadcrumb() {
  const entry = useActiveEntry()
  const { crumbs, meta } = useCurrentBreadcrumbs()
  const wide = useIsWide()
  const base = baseCrumbs(entry?.id === 'lead' || entry?.id === 'leads_v2' ? '/leads' : (entry?.path ?? ''))
  const all = [...base, ...crumbs]
  const shown = wide ? all : all.slice(-1)
  return (
    <nav aria-label="Breadcrumb" className={classes.breadcrumb}>
      <ol>
        {shown.map((crumb, index) => (
          <Fragment key={`${crumb.label}-${crumb.to ?? ''}`}>
            {index > 0 && <IconChevronRight size={14} stroke={1.6} className={classes.divider} aria-hidden="true" />}
            <li aria-current={index === shown.length - 1 ? 'page' : undefined}>
              {crumb.to && index < shown.length - 1 ? (
                <AppLink to={crumb.to}>{crumb.label}</AppLink>
              ) : (
                <span>{crumb.label}</span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
      {!wide && meta && <span className={classes.meta}>{meta}</span>}
    </nav>
  )
}

/** `/admin/happy-hour-report` is "Admin", "Happy Hour Report". */
function baseCrumbs(path: string): { label: string; to?: string }[] {
  const segments = path.split('/').filter(Boolean)
  return segments.map((segment, index) => ({
    label: segmentLabel(segment),
    to: `/${segments.slice(0, index + 1).join('/')}`,
  }))
}

/** What features put there; its room is kept, so that nothing moves when it comes. */
function Marks() {
  const { user } = useSession()
  return <div className={classes.mentions}>{user && <Parts />}</div>
}
