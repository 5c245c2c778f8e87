import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { Loading } from '../platform/ui/pieces.tsx'
import { screen } from '../platform/web/screen.ts'
import { ScreenError } from './shell/pages.tsx'
import { Landing, ProtectedScreen, Root, UnknownAddress } from './shell/Shell.tsx'

const LeadsScreen = screen('LeadsScreen', () => import('../screens/leads/LeadsScreen.tsx'))
const LeadPage = screen('LeadPage', () => import('../screens/lead/LeadPage.tsx'))
const TasksScreen = screen('TasksScreen', () => import('../screens/tasks/TasksScreen.tsx'))
const ImportPage = screen('ImportPage', () => import('../features/imports/web/ImportPage.tsx'))

const root = createRootRoute({ component: Root, notFoundComponent: UnknownAddress, errorComponent: ScreenError })
const inShell = createRoute({ getParentRoute: () => root, id: 'shell', component: ProtectedScreen })

/** Search parameters belong to the screen: it checks them itself and ignores what it does not know. */
const keepSearch = (search: Record<string, unknown>): Record<string, unknown> => search

const publicPages = [
  createRoute({
    getParentRoute: () => root,
    path: '/login',
    component: screen('SignInPage', () => import('../features/people/web/SignInPage.tsx')),
    validateSearch: (search: Record<string, unknown>): Record<string, unknown> & { from?: string } => search,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/privacy',
    component: screen('PrivacyPage', () => import('../features/people/web/PrivacyPage.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/terms',
    component: screen('TermsPage', () => import('../features/people/web/TermsPage.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/disclosure',
    component: screen('DisclosurePage', () => import('../features/people/web/DisclosurePage.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/preferences/$token',
    component: screen('PreferencesPage', () => import('../features/alerts/web/PreferencesPage.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/visits/$token',
    component: screen('VisitPage', () => import('../features/showings/web/VisitPage.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/homes/$token',
    component: screen('HomePage', () => import('../features/alerts/web/HomePage.tsx')),
    validateSearch: keepSearch,
  }),
]
const pages = [
  createRoute({ getParentRoute: () => inShell, path: '/', component: Landing }),
  createRoute({ getParentRoute: () => inShell, path: '/leads', component: LeadsScreen, validateSearch: keepSearch }),
  createRoute({ getParentRoute: () => inShell, path: '/leads_v2', component: LeadsScreen, validateSearch: keepSearch }),
  createRoute({
    getParentRoute: () => inShell,
    path: '/leads/$slug',
    component: LeadPage,
    validateSearch: keepSearch,
  }),
  createRoute({
    getParentRoute: () => inShell,
    path: '/duplicates',
    component: screen('DuplicatesPage', () => import('../features/duplicates/web/DuplicatesPage.tsx')),
    validateSearch: keepSearch,
  }),
  createRoute({ getParentRoute: () => inShell, path: '/tasks', component: TasksScreen, validateSearch: keepSearch }),
  createRoute({
    getParentRoute: () => inShell,
    path: '/listings/$mls',
    component: screen('ListingPage', () => import('../features/listings/web/ListingPage.tsx')),
  }),
  createRoute({ getParentRoute: () => inShell, path: '/imports', component: ImportPage, validateSearch: keepSearch }),
  createRoute({
    getParentRoute: () => inShell,
    path: '/outbox',
    component: screen('OutboxPage', () => import('../features/outbox/web/OutboxPage.tsx')),
    validateSearch: keepSearch,
  }),
  createRoute({
    getParentRoute: () => inShell,
    path: '/teams',
    component: screen('TeamPage', () => import('../features/people/web/TeamPage.tsx')),
    validateSearch: keepSearch,
  }),
  createRoute({
    getParentRoute: () => inShell,
    path: '/sign-ins',
    component: screen('SignInsPage', () => import('../features/people/web/SignInsPage.tsx')),
  }),
  createRoute({
    getParentRoute: () => inShell,
    path: '/admin',
    component: screen('AdminPage', () => import('../screens/admin/AdminPage.tsx')),
    validateSearch: keepSearch,
  }),
]

/** Every address of the CRM. */
export const router = createRouter({
  routeTree: root.addChildren([...publicPages, inShell.addChildren(pages)]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
