import { Navigate, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { wantedPage } from '../../features/people/web/client/viewer.ts'
import { paletteGroups } from '../../features/search/web/extensions.ts'
import { mayOpen } from '../../features/settings/rules.ts'
import { Snackbars } from '../../platform/ui/dialogs/Snackbars.tsx'
import { besides } from '../../platform/ui/onDemand.tsx'
import { Loading } from '../../platform/ui/pieces.tsx'
import { isNativeApp, wantsPromotion } from '../../platform/web/device.ts'
import { useCurrentBreadcrumbs } from '../../platform/web/page/breadcrumbs.ts'
import { useQuestion } from '../../platform/web/page/confirm.ts'
import { closeOverlay, openOverlay, useOverlay } from '../../platform/web/page/overlays.ts'
import { useIsWide } from '../../platform/web/viewport.ts'
import { webFeatures } from '../features.web.ts'
import { Banners } from './banners/Banners.tsx'
import { useMaintenanceLogout } from './banners/useSystemStatus.ts'
import { Rail } from './drawer/Drawer.tsx'
import { type NavigationEntry, navigation } from './drawer/navigation.ts'
import { useActiveEntry } from './drawer/usePages.ts'
import { NotAllowedPage, NotFoundPage, useTitle } from './pages.tsx'
import { PaletteWait } from './palette/PaletteWait.tsx'
import { useVisits } from './palette/useVisits.ts'
import classes from './Shell.module.css'
import { shellParts } from './ShellParts.tsx'
import { useMayEnter, useSession } from './session.ts'
import { TopBar } from './TopBar.tsx'
import { useShellKeys } from './useShellKeys.ts'
import { useShellWork } from './useShellWork.ts'

const OverShell = shellParts(webFeatures.flatMap(({ overShell = [] }) => overShell))
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../platform/ui/dialogs/ConfirmDialog.tsx')).ConfirmDialog,
}))
const TemporaryDrawer = lazy(async () => ({ default: (await import('./drawer/TemporaryDrawer.tsx')).TemporaryDrawer }))
const MobilePromo = besides(async () => (await import('./MobilePromo.tsx')).MobilePromo)
const BottomTabs = besides(async () => (await import('./drawer/BottomTabs.tsx')).BottomTabs)
const Palette = lazy(async () => {
  const [{ Palette }] = await Promise.all([import('./palette/Palette.tsx'), paletteGroups.load()])
  return { default: Palette }
})
const KeyList = lazy(async () => ({ default: (await import('./palette/KeyList.tsx')).KeyList }))

/** Everything, public pages too, with what may lie over it. */
export function Root() {
  const question = useQuestion()
  useMaintenanceLogout()
  return (
    <>
      <Outlet />
      {wantsPromotion() && <MobilePromo />}
      <Snackbars />
      <Suspense>{question && <ConfirmDialog />}</Suspense>
    </>
  )
}

/** The authenticated pages: lets people in who may enter, and remembers where the others wanted to go. */
export function ProtectedScreen() {
  if (!useMayEnter()) return <ToSignIn />
  return (
    <Shell>
      <Gate />
    </Shell>
  )
}

/** Leads to the sign-in, once: while its screen is fetched the address changes already, and following it would never end. */
function ToSignIn() {
  const router = useRouter()
  const [there] = useState(() => (
    <Navigate to="/login" search={{ from: wantedPage(router.state.location.href) }} replace />
  ))
  return there
}

/** The page, or why there is none: not built, not for this person, or still to be answered. */
function Gate() {
  const session = useSession()
  const entry = useActiveEntry()
  // A window is found again by the lead or the list that it shows.
  const { crumbs } = useCurrentBreadcrumbs()
  useTitle(crumbs.at(-1)?.label ?? entry?.tooltip ?? '')
  if (!entry) return <Outlet />
  if (!entry.isBuilt) return <NotFoundPage />
  return mayOpen(entry, session, session.features) ? <Outlet /> : <NotAllowedPage />
}

/** The root address leads to the person's own first page, or to the first one that is open to them. */
export function Landing() {
  const session = useSession()
  const allowed = navigation.filter(entry => mayOpen(entry, session, session.features))
  const own = (entry: NavigationEntry) => entry.path === session.defaultPage
  const first = allowed.find(own) ?? allowed.find(entry => entry.isBuilt && entry.group !== 'hidden')
  return first ? <Navigate to={first.path as '/'} replace /> : <NotAllowedPage />
}

/** An unknown address: inside the shell for those who are signed in. A page that is only not built yet asks to sign in. */
export function UnknownAddress() {
  const mayEnter = useMayEnter()
  const entry = useActiveEntry()
  const href = useLocation({ select: at => at.href })
  // Asked once: while the visitor is on the way to /login, the location is already another one.
  const [{ isPage, wanted }] = useState({ isPage: entry !== null, wanted: href })
  if (!mayEnter && isPage) return <Navigate to="/login" search={{ from: wantedPage(wanted) }} replace />
  if (mayEnter) {
    return (
      <Shell>
        <NotFoundPage />
      </Shell>
    )
  }
  return (
    <main className={classes.bare}>
      <NotFoundPage />
    </main>
  )
}

function Shell({ children }: { children: ReactNode }) {
  const wide = useIsWide()
  const [drawer, setDrawer] = useState(false)
  const overlay = useOverlay()
  useShellKeys()
  useShellWork()
  useVisits()
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#sheet">
        Skip to the page
      </a>
      <Banners />
      <div className={classes.body} id="below-banners">
        {wide && <Rail />}
        <TopBar onMenu={() => setDrawer(true)} onSearch={() => openOverlay('palette')} />
        <main id="sheet" className={classes.sheet} tabIndex={-1}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </main>
      </div>
      {isNativeApp() && <BottomTabs />}
      <OverShell />
      <Suspense>{!wide && <TemporaryDrawer opened={drawer} onClose={() => setDrawer(false)} />}</Suspense>
      <Suspense fallback={overlay === 'palette' && <PaletteWait />}>
        {overlay === 'palette' && <Palette onClose={closeOverlay} />}
        {overlay === 'keys' && <KeyList onClose={closeOverlay} />}
      </Suspense>
    </div>
  )
}
